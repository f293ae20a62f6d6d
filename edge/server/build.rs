//! Builds the server anew when the screens were built anew.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
