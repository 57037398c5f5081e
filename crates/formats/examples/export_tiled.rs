//! Exports a map to Tiled and reads it back.

use undercroft_formats::{Options, by_name, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hall = read(Some("hall.txt"), b"#######\n#..+..#\n#######\n")?;
    let tiled = by_name("tmx")?;
    let output = tiled.export(&hall, &Options::new(tiled).with_stem("hall"))?;
    let names: Vec<&str> = output.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["hall.tmx", "undercroft-16.png"]);
    assert_eq!(read(Some("hall.tmx"), &output.files[0].bytes)?, hall);
    println!("{} holds {} bytes", names[0], output.files[0].bytes.len());
    Ok(())
}
