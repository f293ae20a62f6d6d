/* Stands between a process and its disk: writes down what it asks of the files in one folder, and
 * lets a chosen call fail. Loaded with LD_PRELOAD; never ships.
 *
 * DISK_FOLDER  only files in this folder count
 * DISK_LOG     where the log goes: one entry per call, see entry() (none: nothing is written down)
 * DISK_FAIL    n:errno fails the n-th call; n:errno:on fails it and all that follow
 * DISK_GATE    a file of four numbers by which a test stops the process after its n-th commit from
 *              now on; see gate()
 *
 * One lock is held over call and entry, so that the log has the order in which things happened.
 * What the process says on its standard output is written down too: an ack is what was said. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[4096];
static int log_fd = -1;
static long calls, fail_at = -1;
static int fail_with, fail_on;
/* The number of a file is its place here: an inode may be used again, a number never is. */
static ino_t inodes[FILES_MAX];
static uint32_t files;
/* Files in which a commit is a sync: the write-ahead logs. */
static char is_log[FILES_MAX];

/* What the test and the process share. The test writes how many commits are let through, and then
 * arms the gate; the process says when it stands there. */
static volatile struct {
    int32_t commits;
    int32_t armed;   /* 0 nothing, 1 the process is killed there, 2 its writer waits there */
    int32_t reached;
    int32_t opened;
} *gate;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
    const char *named = getenv("DISK_FOLDER"), *log = getenv("DISK_LOG"), *fail = getenv("DISK_FAIL");
    if (!named || !realpath(named, folder)) folder[0] = 0;
    const char *shared = getenv("DISK_GATE");
    int fd = shared ? REAL(open)(shared, O_RDWR | O_CLOEXEC) : -1;
    if (fd >= 0) {
        void *page = mmap(NULL, sizeof *gate, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED) gate = page;
        close(fd);
    }
    if (log) log_fd = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fail) {
        char on[3] = "";
        sscanf(fail, "%ld:%d:%2s", &fail_at, &fail_with, on);
        fail_on = !strcmp(on, "on");
    }
}

/* kind, file, offset, length of the bytes, bytes: one write, so that a killed process leaves whole
 * entries. Little endian, packed. */
static void entry(char kind, uint32_t file, uint64_t at, const void *bytes, uint64_t length) {
    if (log_fd < 0) return;
    char *whole = malloc(21 + length);
    whole[0] = kind;
    memcpy(whole + 1, &file, 4);
    memcpy(whole + 5, &at, 8);
    memcpy(whole + 13, &length, 8);
    if (length) memcpy(whole + 21, bytes, length);
    if (REAL(write)(log_fd, whole, 21 + length) < 0) abort();
    free(whole);
}

/* The process has come to where it was to stop: it is killed, or its writer waits until the test has
 * cut a line. The lock is held. */
static void stands_at_gate(void) {
    gate->reached = 1;
    if (gate->armed == 1) kill(getpid(), SIGKILL);
    /* Others go on meanwhile. */
    pthread_mutex_unlock(&lock);
    while (!gate->opened) usleep(500);
    pthread_mutex_lock(&lock);
    gate->armed = 0;
}

/* Nothing of the first commit is written yet. */
static void before_commit(uint32_t file) {
    if (gate && gate->armed && is_log[file] && gate->commits == 0) stands_at_gate();
}

/* A commit is durable, and nobody has been told of it. */
static void after_commit(uint32_t file) {
    if (!gate || !gate->armed || !is_log[file] || gate->commits == 0) return;
    if (--gate->commits == 0) stands_at_gate();
}

/* The name inside the folder, or NULL. */
static const char *inside(const char *path) {
    size_t length = strlen(folder);
    if (!length || strncmp(path, folder, length) || path[length] != '/') return NULL;
    return path + length + 1;
}

static int number_of(int fd, uint32_t *file) {
    struct stat found, own;
    if (!folder[0] || fstat(fd, &found) || stat(folder, &own) || found.st_dev != own.st_dev) return 0;
    for (uint32_t i = files; i-- > 0;)
        if (inodes[i] == found.st_ino && S_ISREG(found.st_mode)) { *file = i; return 1; }
    return 0;
}

static int is_folder(int fd) {
    struct stat found, own;
    return folder[0] && !fstat(fd, &found) && !stat(folder, &own)
        && found.st_dev == own.st_dev && found.st_ino == own.st_ino;
}

/* Counts a call and says whether it is to fail. */
static int fails(void) {
    calls++;
    if (fail_at < 0 || calls < fail_at || (calls > fail_at && !fail_on)) return 0;
    errno = fail_with;
    return 1;
}

static int opened(const char *path, int flags, mode_t mode) {
    const char *name = inside(path);
    size_t length = strlen(path);
    /* The shared index of SQLite is memory, not data: no crash keeps it. */
    if (!name || (length > 4 && !strcmp(path + length - 4, "-shm")))
        return REAL(open)(path, flags, mode);
    pthread_mutex_lock(&lock);
    int is_new = access(path, F_OK) != 0, fd = -1;
    int changes = (is_new && (flags & O_CREAT)) || (flags & O_TRUNC);
    if (!changes || !fails()) {
        fd = REAL(open)(path, flags, mode);
        struct stat found;
        if (fd >= 0 && !fstat(fd, &found) && S_ISREG(found.st_mode)) {
            uint32_t file;
            if ((is_new || !number_of(fd, &file)) && files < FILES_MAX) {
                file = files++;
                inodes[file] = found.st_ino;
                is_log[file] = length > 4 && !strcmp(path + length - 4, "-wal");
                entry('C', file, 0, name, strlen(name));
            }
            if (flags & O_TRUNC) entry('T', file, 0, NULL, 0);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return fd;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags) return opened(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(path, flags, mode); }

static ssize_t written(int fd, const void *bytes, size_t length, off_t at, int placed) {
    pthread_mutex_lock(&lock);
    uint32_t file;
    ssize_t done = -1;
    int counts = number_of(fd, &file);
    if (counts && !placed) at = lseek(fd, 0, SEEK_CUR);
    if (counts) before_commit(file);
    if (!counts || !fails()) {
        done = placed ? REAL(pwrite)(fd, bytes, length, at) : REAL(write)(fd, bytes, length);
        if (counts && done > 0) entry('W', file, (uint64_t)at, bytes, (uint64_t)done);
        if (!counts && fd == 1 && done > 0) entry('A', 0, 0, bytes, (uint64_t)done);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) { return written(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return written(fd, bytes, length, at, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return written(fd, bytes, length, at, 1); }

static int truncated(int fd, off_t length) {
    pthread_mutex_lock(&lock);
    uint32_t file;
    int counts = number_of(fd, &file), done = -1;
    if (!counts || !fails()) {
        done = REAL(ftruncate)(fd, length);
        if (counts && !done) entry('T', file, (uint64_t)length, NULL, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off_t length) { return truncated(fd, length); }

static int synced(int fd, int (*real)(int)) {
    pthread_mutex_lock(&lock);
    uint32_t file;
    int folder_too = is_folder(fd), counts = folder_too || number_of(fd, &file), done = -1;
    if (!counts || !fails()) {
        done = real(fd);
        if (counts && !done) entry(folder_too ? 'D' : 'S', folder_too ? 0 : file, 0, NULL, 0);
        if (counts && !done && !folder_too) after_commit(file);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

int unlink(const char *path) {
    const char *name = inside(path);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!name || !fails()) {
        done = REAL(unlink)(path);
        if (name && !done) entry('U', 0, 0, name, strlen(name));
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int rename(const char *from, const char *to) {
    const char *old_name = inside(from), *new_name = inside(to);
    pthread_mutex_lock(&lock);
    int done = -1, counts = old_name && new_name;
    if (!counts || !fails()) {
        done = REAL(rename)(from, to);
        if (counts && !done) {
            char both[8192];
            int length = snprintf(both, sizeof both, "%s\n%s", old_name, new_name);
            entry('R', 0, 0, both, (uint64_t)length);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}
