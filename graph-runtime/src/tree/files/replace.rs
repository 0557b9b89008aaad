//! Files that take the place of others as a whole: written under another name in the same folder,
//! and renamed when all bytes are on the disk.

use alloc::format;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file at a path, also through symbolic links, or leaves there what is there.
///
/// # Errors
/// Those of the system and of the writer. The file that was there may be one that nobody may write,
/// or no file at all.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let path = behind_links(path)?;
    let old = old_file(&path)?;
    let mut temporary = Temporary::beside(&path, old.is_some())?;
    write(&mut temporary.file)?;
    if let Some(old) = old
        && temporary.file.metadata()?.permissions() != old.permissions()
    {
        temporary.file.set_permissions(old.permissions())?;
    }
    temporary.file.sync_all()?;
    temporary.rename(&path)
}

/// Where a path leads by symbolic links, whose end need not be there.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    let message = format!("more than {MOST} symbolic links, one behind the other");
    Err(io::Error::other(message))
}

/// The file that is going to be replaced, if there is one, which then may be written.
fn old_file(path: &Path) -> io::Result<Option<Metadata>> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    // A device would be replaced by a file.
    if !found.is_file() {
        let message = "there is something else of that name, which is no file";
        return Err(io::Error::new(ErrorKind::AlreadyExists, message));
    }
    // The folder says who may rename, the file who may write it.
    OpenOptions::new().write(true).open(path)?;
    Ok(Some(found))
}

/// A new file, which is removed unless it is renamed.
struct Temporary {
    file: File,
    path: PathBuf,
    is_renamed: bool,
}

impl Temporary {
    /// In the folder of another one, as a rename does not leave a file system; closed to all others
    /// until it has the permissions of the old file, if there is one.
    fn beside(path: &Path, is_private: bool) -> io::Result<Self> {
        /// As many names are taken only by files that killed processes of this number left behind.
        const ATTEMPTS: usize = 1000;
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if is_private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        #[cfg(not(unix))]
        let _ = is_private;
        for _ in 0..ATTEMPTS {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".adgraph-{}-{number}.tmp", process::id()));
            match options.open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => {
                    return file.map(|file| Self {
                        file,
                        path,
                        is_renamed: false,
                    });
                }
            }
        }
        let message = "there are too many files `.adgraph-..` in the folder";
        Err(io::Error::new(ErrorKind::AlreadyExists, message))
    }

    fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.is_renamed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_renamed {
            // The error that led here is the one to be told.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::string::ToString as _;
    use std::vec::Vec;
    use std::{env, vec};

    /// A folder of a test's own, which is removed with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("replace-{name}-{}", process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn names(&self) -> Vec<std::string::String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<_> = names.collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn put(path: &Path, text: &str) -> io::Result<()> {
        replace(path, |file| file.write_all(text.as_bytes()))
    }

    #[test]
    fn files_are_written_and_replaced() {
        let folder = Folder::new("written");
        let path = folder.0.join("a");
        for text in ["first", "2"] {
            put(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(folder.names(), ["a"]);
    }

    #[test]
    fn a_write_that_fails_or_panics_leaves_the_old_file() {
        let folder = Folder::new("failed");
        let path = folder.0.join("a");
        put(&path, "old").unwrap();
        let error = replace(&path, |file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(error.unwrap_err().to_string(), "the disk is full");
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            replace(&path, |file| {
                file.write_all(b"ne")?;
                panic!("half of it")
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(folder.names(), ["a"]);
    }

    /// This test calls itself in another process, which ends in the middle of the file.
    #[test]
    fn a_process_that_is_killed_leaves_the_old_file() {
        const PATH: &str = "ADGRAPH_TEST_REPLACED";
        if let Some(path) = env::var_os(PATH) {
            let _ = replace(Path::new(&path), |file| {
                file.write_all(b"ne")?;
                file.sync_all()?;
                process::abort()
            });
            return;
        }
        let folder = Folder::new("killed");
        let path = folder.0.join("a");
        put(&path, "old").unwrap();
        let own = "tree::files::replace::tests::a_process_that_is_killed_leaves_the_old_file";
        let ended = process::Command::new(env::current_exe().unwrap())
            .args(["--exact", own])
            .env(PATH, &path)
            .output();
        assert!(!ended.unwrap().status.success());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let names = folder.names();
        assert!(
            names[0].starts_with(".adgraph-") && names[1..] == ["a"],
            "{names:?}"
        );
        // What it leaves behind is not in the way.
        put(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(folder.names(), names);
    }

    #[test]
    fn names_that_are_taken_are_passed_over() {
        let folder = Folder::new("taken");
        for number in 0..50 {
            let name = format!(".adgraph-{}-{number}.tmp", process::id());
            fs::write(folder.0.join(name), "other").unwrap();
        }
        put(&folder.0.join("a"), "text").unwrap();
        assert_eq!(folder.names().len(), 51);
    }

    #[test]
    fn what_is_no_file_stays() {
        let folder = Folder::new("others");
        let error = put(&folder.0, "text").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is something else of that name, which is no file"
        );
        let missing = put(&folder.0.join("none/a"), "text").unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        assert!(put(Path::new(""), "text").is_err());
        assert_eq!(folder.names(), vec![""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new("links");
        let at = |name: &str| folder.0.join(name);
        fs::create_dir(at("inner")).unwrap();
        put(&at("inner/a"), "first").unwrap();
        fs::set_permissions(at("inner/a"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("inner/a", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        put(&at("two"), "second").unwrap();
        assert_eq!(fs::read_to_string(at("inner/a")).unwrap(), "second");
        let mode = fs::metadata(at("inner/a")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(fs::symlink_metadata(at("two")).unwrap().is_symlink());
        // The end of a link need not be there; a circle has none.
        symlink("inner/b", at("three")).unwrap();
        put(&at("three"), "third").unwrap();
        assert_eq!(fs::read_to_string(at("inner/b")).unwrap(), "third");
        symlink("circle", at("circle")).unwrap();
        let error = put(&at("circle"), "text").unwrap_err().to_string();
        assert_eq!(error, "more than 40 symbolic links, one behind the other");
        assert!(put(Path::new("/dev/null"), "text").is_err());
        // Unless everything may be written, by the user that this is.
        fs::set_permissions(at("inner/b"), fs::Permissions::from_mode(0o400)).unwrap();
        let may = OpenOptions::new().write(true).open(at("inner/b")).is_ok();
        assert_eq!(put(&at("inner/b"), "fourth").is_ok(), may);
    }
}
