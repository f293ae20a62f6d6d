//! A small journal to tamper with, and what must be true of it afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use taisai_journal::sidecar::Size;
use taisai_journal::{
    Batch, Head, Journal, JournalId, Options, Place, Store, Stream, TableNumber, examine, read_all,
};

pub(crate) const ID: JournalId = JournalId([4; 16]);

pub(crate) fn options() -> Options {
    let size = Size { slot_bytes: 4096, copied_max: 3000 };
    Options { size, ..Options::default() }
}

pub(crate) fn streams() -> [Stream; 3] {
    let table = |number| Stream::Table(TableNumber::new(number).unwrap());
    [Stream::Floor, table(1), table(500)]
}

/// A folder in memory where there is one: these files are written a hundred thousand times.
pub(crate) fn fast_folder() -> tempfile::TempDir {
    let in_memory = Path::new("/dev/shm");
    let folder = in_memory.is_dir().then(|| tempfile::tempdir_in(in_memory).ok()).flatten();
    folder.unwrap_or_else(|| tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
}

pub(crate) fn found(folder: &Path) -> Journal {
    Journal::create(&Place::Folder(folder.to_owned()), ID, &options()).unwrap()
}

/// One commit: a few records on one stream, or on all.
pub(crate) fn commit(journal: &mut Journal, number: usize, bytes: usize) {
    let streams = streams();
    let chosen = if number % 3 == 2 { &streams[..] } else { &streams[number % 3..=number % 3] };
    let mut batches = Vec::new();
    for stream in chosen {
        let mut batch = Batch::new(*stream, journal.head(*stream));
        for record in 0..3 {
            let filling = u8::try_from((number + record) % 256).unwrap();
            batch.push(&vec![filling; bytes + record]);
        }
        batches.push(batch);
    }
    journal.append(&batches).unwrap();
}

/// Everything a journal says, in its own words.
pub(crate) type Said = BTreeMap<(Stream, u64), Vec<u8>>;

/// Goes over the journal in a folder: everything it says, or the words of the fault.
pub(crate) fn examined(folder: &Path) -> Result<Said, String> {
    let look = |store: &mut dyn Store, stream| {
        let (start, mut said) = (Head::start(store.id(), stream), Said::new());
        read_all(store, stream, start, |record| {
            said.insert((stream, record.head.sequence), record.bytes.to_vec());
            Ok(())
        })?;
        Ok(said)
    };
    let done = examine(&Place::Folder(folder.to_owned()), &options(), look);
    done.map(|said| said.into_iter().flatten().collect()).map_err(|fault| fault.to_string())
}

/// The files of a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        (name, fs::read(file.path()).unwrap())
    });
    files.filter(|(name, _)| !name.ends_with("-shm") && !name.ends_with("lock")).collect()
}

/// A folder with these files and no others.
pub(crate) fn lay_out(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> PathBuf {
    let data = folder.join("data");
    let _ = fs::remove_dir_all(&data);
    fs::DirBuilder::new().mode(0o700).create(&data).unwrap();
    for (name, bytes) in files {
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(data.join(name));
        file.unwrap().write_all(bytes).unwrap();
    }
    data
}
