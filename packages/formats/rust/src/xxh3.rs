//! XXH3 with 64 bits, seed 0.

use crate::rows::Row;

const PRIME32_1: u64 = 0x9E37_79B1;
const PRIME64_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME64_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME64_3: u64 = 0x1656_67B1_9E37_79F9;

#[rustfmt::skip]
const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
];

fn secret(at: usize) -> u64 {
    u64::read(&SECRET[at..])
}

/// The two halves of the 128-bit product, folded into one.
fn fold_product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

fn avalanche(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 37).wrapping_mul(0x1656_6791_9E37_79F9);
    hash ^ hash >> 32
}

fn avalanche64(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 33).wrapping_mul(PRIME64_2);
    let hash = (hash ^ hash >> 29).wrapping_mul(PRIME64_3);
    hash ^ hash >> 32
}

pub(crate) fn xxh3(bytes: &[u8]) -> u64 {
    match bytes.len() {
        0..=16 => short(bytes),
        17..=240 => medium(bytes),
        _ => long(bytes),
    }
}

fn short(p: &[u8]) -> u64 {
    let size = p.len();
    if size > 8 {
        let low = u64::read(p) ^ secret(24) ^ secret(32);
        let high = u64::read(&p[size - 8..]) ^ secret(40) ^ secret(48);
        let sum = (size as u64).wrapping_add(low.swap_bytes()).wrapping_add(high);
        return avalanche(sum.wrapping_add(fold_product(low, high)));
    }
    if size >= 4 {
        let mut hash = (u64::from(u32::read(p)) << 32) + u64::from(u32::read(&p[size - 4..]));
        hash ^= secret(8) ^ secret(16);
        hash ^= hash.rotate_left(49) ^ hash.rotate_left(24);
        hash = hash.wrapping_mul(0x9FB2_1C65_1E98_DF25);
        hash ^= (hash >> 35).wrapping_add(size as u64);
        hash = hash.wrapping_mul(0x9FB2_1C65_1E98_DF25);
        return hash ^ hash >> 28;
    }
    if size == 0 {
        return avalanche64(secret(56) ^ secret(64));
    }
    let hash = u64::from(p[0]) << 16 | u64::from(p[size / 2]) << 24 | u64::from(p[size - 1]) | (size as u64) << 8;
    avalanche64(hash ^ ((secret(0) ^ secret(0) >> 32) & u64::from(u32::MAX)))
}

fn mix16(p: &[u8], at: usize) -> u64 {
    fold_product(u64::read(p) ^ secret(at), u64::read(&p[8..]) ^ secret(at + 8))
}

fn medium(p: &[u8]) -> u64 {
    let size = p.len();
    let mut sum = (size as u64).wrapping_mul(PRIME64_1);
    if size <= 128 {
        for i in 0..=(size - 1) / 32 {
            let pair = mix16(&p[16 * i..], 32 * i).wrapping_add(mix16(&p[size - 16 * (i + 1)..], 32 * i + 16));
            sum = sum.wrapping_add(pair);
        }
        return avalanche(sum);
    }
    for i in 0..8 {
        sum = sum.wrapping_add(mix16(&p[16 * i..], 16 * i));
    }
    sum = avalanche(sum);
    for i in 8..size / 16 {
        sum = sum.wrapping_add(mix16(&p[16 * i..], 16 * (i - 8) + 3));
    }
    avalanche(sum.wrapping_add(mix16(&p[size - 16..], 119)))
}

fn stripe(lanes: &mut [u64; 8], p: &[u8], at: usize) {
    for i in 0..8 {
        let value = u64::read(&p[8 * i..]);
        let key = value ^ secret(at + 8 * i);
        lanes[i ^ 1] = lanes[i ^ 1].wrapping_add(value);
        lanes[i] = lanes[i].wrapping_add((key & u64::from(u32::MAX)) * (key >> 32));
    }
}

fn long(p: &[u8]) -> u64 {
    let mut lanes = [
        0xC2B2_AE3D,
        PRIME64_1,
        PRIME64_2,
        PRIME64_3,
        0x85EB_CA77_C2B2_AE63,
        0x85EB_CA77,
        0x27D4_EB2F_1656_67C5,
        PRIME32_1,
    ];
    let blocks = (p.len() - 1) / 1024;
    for block in p.chunks(1024).take(blocks) {
        for i in 0..16 {
            stripe(&mut lanes, &block[64 * i..], 8 * i);
        }
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = (*lane ^ *lane >> 47 ^ secret(128 + 8 * i)).wrapping_mul(PRIME32_1);
        }
    }
    let rest = &p[blocks * 1024..];
    for i in 0..(rest.len() - 1) / 64 {
        stripe(&mut lanes, &rest[64 * i..], 8 * i);
    }
    stripe(&mut lanes, &p[p.len() - 64..], 121);
    let mut sum = (p.len() as u64).wrapping_mul(PRIME64_1);
    for i in 0..4 {
        let pair = fold_product(lanes[2 * i] ^ secret(11 + 16 * i), lanes[2 * i + 1] ^ secret(19 + 16 * i));
        sum = sum.wrapping_add(pair);
    }
    avalanche(sum)
}
