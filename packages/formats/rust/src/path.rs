//! The rule for paths in manifests and packs: relative, forward slashes, never outside the folder, no names reserved for builds.

pub(crate) fn is_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    if bytes.is_empty() || path.contains(['\\', '\0']) {
        return false;
    }
    if bytes.len() > 1 && bytes[1] == b':' && bytes[0].is_ascii_alphabetic() {
        return false;
    }
    path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !is_reserved(part))
}

/// Whether a part of a path begins with `.assetc-`, for disks that fold case and ignore some code points.
fn is_reserved(part: &str) -> bool {
    let mut own = part.chars().filter(|&c| !is_ignored(c)).map(|c| match c {
        '\u{17F}' => 's', // The long s is an s on disks that fold case.
        other => other.to_ascii_lowercase(),
    });
    ".assetc-".chars().all(|wanted| own.next() == Some(wanted))
}

/// Code points that HFS+ ignores when it compares names.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}')
}
