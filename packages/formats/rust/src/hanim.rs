//! Clips: `.hanim` moves joints, `.hanimx` weights of morph targets.

use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::layouts::{
    HanimChannel, HanimClip, HanimClipName, HanimHeader, HANIM_PATH_ROTATION, HANIM_PATH_WEIGHT, HANIM_VERSION,
    HANIM_VERSION_WEIGHTS,
};
use crate::rows::Row;

const HEAD: u64 = HanimHeader::SIZE as u64;
const CHANNEL: u64 = HanimChannel::SIZE as u64;

/// Clips that have been checked.
#[derive(Clone, Copy, Debug)]
pub struct Clips<'a> {
    bytes: &'a [u8],
    count: u32,
}

/// A clip.
#[derive(Clone, Copy, Debug)]
pub struct Clip<'a> {
    /// Not unique.
    pub name: &'a str,
    /// Seconds.
    pub duration: f32,
    channels: &'a [u8],
}

/// One property of a joint, or the weight of one morph target, over time.
#[derive(Clone, Copy, Debug)]
pub struct Channel<'a> {
    /// Into SKEL of the companion mesh; of `.hanimx` into the targets of MRPH.
    pub joint: u32,
    /// `HANIM_PATH_…`.
    pub path: u8,
    /// `HANIM_INTERP_…`.
    pub interp: u8,
    /// Floats of one value.
    pub components: u8,
    keys: &'a [u8],
}

impl<'a> Clips<'a> {
    /// Checks every rule of docs/formats/hanim.md for clips of joints. `joint_count`: of the mesh, so that joints are checked too.
    pub fn open(bytes: &'a [u8], joint_count: Option<u32>) -> Result<Self> {
        check(bytes, false, joint_count)
    }

    /// The same for clips of morph weights.
    pub fn open_weights(bytes: &'a [u8], target_count: Option<u32>) -> Result<Self> {
        check(bytes, true, target_count)
    }

    /// The number of clips.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no clips.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Clips in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Clip<'a>> + Clone + 'a {
        let file = File::new(self.bytes);
        let mut at = HEAD;
        core::iter::from_fn(move || (at < file.size()).then(|| clip_at(&file, &mut at)))
    }

    /// A clip by its index, as generated code names it. Passes over the clips before it.
    pub fn get(&self, i: usize) -> Option<Clip<'a>> {
        self.iter().nth(i)
    }

    /// The first clip with a name.
    pub fn find(&self, name: &str) -> Option<Clip<'a>> {
        self.iter().find(|clip| clip.name == name)
    }
}

impl<'a> Clip<'a> {
    /// Channels in the order of the file.
    pub fn channels(&self) -> impl Iterator<Item = Channel<'a>> + Clone + 'a {
        let file = File::new(self.channels);
        let mut at = 0;
        core::iter::from_fn(move || {
            if at >= file.size() {
                return None;
            }
            let head: HanimChannel = file.read(at);
            let size = keys_size(&head);
            let keys = file.slice(at + CHANNEL, size);
            at += CHANNEL + size;
            Some(Channel { joint: head.joint, path: head.path, interp: head.interp, components: head.components, keys })
        })
    }
}

impl Channel<'_> {
    /// The number of keys.
    pub fn key_count(&self) -> usize {
        self.keys.len() / self.key_size()
    }

    /// Seconds of a key. Panics if there is no such key.
    pub fn time(&self, key: usize) -> f32 {
        f32::read(&self.keys[key * self.key_size()..])
    }

    /// One component of the value of a key. Panics if there is none.
    pub fn value(&self, key: usize, component: usize) -> f32 {
        assert!(component < self.components as usize);
        f32::read(&self.keys[key * self.key_size() + 4 + component * 4..])
    }

    fn key_size(&self) -> usize {
        (self.components as usize + 1) * 4
    }
}

fn keys_size(head: &HanimChannel) -> u64 {
    u64::from(head.key_count) * (u64::from(head.components) + 1) * 4
}

fn clip_at<'a>(file: &File<'a>, at: &mut u64) -> Clip<'a> {
    let HanimClipName { name_len } = file.read(*at);
    *at += HanimClipName::SIZE as u64;
    // Has been checked.
    let name = core::str::from_utf8(file.slice(*at, u64::from(name_len))).unwrap_or_default();
    *at += u64::from(name_len);
    let info: HanimClip = file.read(*at);
    *at += HanimClip::SIZE as u64;
    let first = *at;
    for _ in 0..info.channel_count {
        *at += CHANNEL + keys_size(&file.read(*at));
    }
    Clip { name, duration: info.duration, channels: file.slice(first, *at - first) }
}

/// The state of the check.
struct ClipReader<'a> {
    file: File<'a>,
    is_weights: bool,
    /// Number of joints or targets.
    count: Option<u32>,
    at: u64,
    /// Largest key time of the clip.
    longest: Option<f32>,
}

fn check(bytes: &[u8], is_weights: bool, count: Option<u32>) -> Result<Clips<'_>> {
    let file = File::new(bytes);
    let header: HanimHeader = file.inspect(0)?;
    let version = if is_weights { HANIM_VERSION_WEIGHTS } else { HANIM_VERSION };
    require(header.version == version, ErrorCode::BadVersion, 4, "HanimHeader.version")?;
    let mut reader = ClipReader { file, is_weights, count, at: HEAD, longest: None };
    let smallest = (HanimClipName::SIZE + HanimClip::SIZE) as u64;
    reader.has_room(header.clip_count, smallest, 8, "HanimHeader.clipCount")?;
    for _ in 0..header.clip_count {
        reader.clip()?;
    }
    require(reader.at >= file.size(), ErrorCode::TrailingBytes, reader.at, "file")?;
    Ok(Clips { bytes, count: header.clip_count })
}

impl ClipReader<'_> {
    fn has_room(&self, count: u32, size: u64, place: u64, field: &'static str) -> Result<()> {
        let fits = u64::from(count) * size <= self.file.size() - self.at;
        require(fits, ErrorCode::Truncated, place, field)
    }

    fn clip(&mut self) -> Result<()> {
        self.file.fits(self.at, HanimClipName::SIZE as u64, "clip[]")?;
        let HanimClipName { name_len } = self.file.read(self.at);
        self.at += HanimClipName::SIZE as u64;
        self.has_room(u32::from(name_len), 1, self.at - 2, "clip[].nameLen")?;
        self.file.text(self.at, u64::from(name_len), "clip[].name")?;
        let info_at = self.at + u64::from(name_len);
        let info: HanimClip = self.file.inspect(info_at)?;
        self.at = info_at + HanimClip::SIZE as u64;
        let place = info_at + HanimClip::AT_CHANNEL_COUNT;
        self.has_room(info.channel_count, CHANNEL, place, "clip[].channelCount")?;
        self.longest = None;
        for _ in 0..info.channel_count {
            self.channel()?;
        }
        let is_longest = info.duration == self.longest.unwrap_or(0.0);
        require(is_longest, ErrorCode::BadValue, info_at, "clip[].duration")
    }

    fn channel(&mut self) -> Result<()> {
        let start = self.at;
        let head: HanimChannel = self.file.inspect(start)?;
        let path = u32::from(head.path);
        let is_weight = path == HANIM_PATH_WEIGHT;
        let place = start + HanimChannel::AT_PATH;
        require(is_weight == self.is_weights, ErrorCode::BadValue, place, "channel[].path")?;
        let wanted = if is_weight {
            1
        } else if path == HANIM_PATH_ROTATION {
            4
        } else {
            3
        };
        let place = start + HanimChannel::AT_COMPONENTS;
        require(head.components == wanted, ErrorCode::BadValue, place, "channel[].components")?;
        let is_known = self.count.is_none_or(|count| head.joint < count);
        require(is_known, ErrorCode::BadRange, start, "channel[].joint")?;
        self.at += CHANNEL;
        let place = start + HanimChannel::AT_KEY_COUNT;
        self.has_room(head.key_count, 4 + u64::from(head.components) * 4, place, "channel[].keyCount")?;
        self.keys(head.key_count, head.components)
    }

    /// Times are finite and never decrease, values are finite.
    fn keys(&mut self, count: u32, components: u8) -> Result<()> {
        let mut previous = f32::NEG_INFINITY;
        for _ in 0..count {
            let time: f32 = self.file.read(self.at);
            require(time.is_finite(), ErrorCode::BadValue, self.at, "key[].time")?;
            require(time >= previous, ErrorCode::BadOrder, self.at, "key[].time")?;
            previous = time;
            self.longest = Some(self.longest.map_or(time, |longest| if time > longest { time } else { longest }));
            self.at += 4;
            for _ in 0..components {
                let value: f32 = self.file.read(self.at);
                require(value.is_finite(), ErrorCode::BadValue, self.at, "key[].value")?;
                self.at += 4;
            }
        }
        Ok(())
    }
}
