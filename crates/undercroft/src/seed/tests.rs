//! Published outputs, test vectors and what chances come to.

use super::*;

#[test]
fn pcg_gives_its_published_outputs() {
    // pcg64-demo of the reference implementation: state 42, stream 54, first round.
    let mut pcg = Pcg64::new(42, 54);
    let outputs = [0; 6].map(|_: u64| pcg.next_u64());
    let published = [
        0x86b1_da1d_7206_2b68,
        0x1304_aa46_c985_3d39,
        0xa367_0e9e_0dd5_0358,
        0xf909_0e52_9a7d_ae00,
        0xc85b_9fd8_3799_6f2c,
        0x6061_21f8_e391_9196,
    ];
    assert_eq!(outputs, published);
}

#[test]
fn streams_keep_their_test_vectors() {
    let first = |name| {
        let mut stream = Seed::new(7).stream(name);
        [0; 3].map(|_: u64| stream.bits())
    };
    // A change here changes every dungeon.
    assert_eq!(first("plan"), [0x6790_ab6a_3eaf_394a, 0x3345_e52c_cca2_d701, 0x213f_098d_0388_4d64]);
    assert_eq!(first("place"), [0x5b4c_bf34_e92f_d72c, 0x7e5d_a012_29e3_9f70, 0x3545_4153_7402_53c3]);
    assert_eq!(first("route"), [0x3376_e40d_7dc0_d2c8, 0xcbcb_4063_5dcd_6d59, 0xc27f_8a4f_c8a5_5c1f]);
}

#[test]
fn a_stage_of_its_own_leaves_the_others_alone() {
    let (seed, rolled) = (Seed::new(7), Seed::new(7).with_stage("route", 9));
    assert_eq!(seed.stream("place").bits(), rolled.stream("place").bits());
    assert_eq!(Seed::new(9).stream("route").bits(), rolled.stream("route").bits());
    assert_eq!("7 route=9".parse::<Seed>().unwrap(), rolled);
    assert_eq!(rolled.to_string(), "7 route=9");
    for bad in ["", " ", "-1", "x route=1", "7 route=x", "7 route=1 x", "18446744073709551616"] {
        assert!(bad.parse::<Seed>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_word_was_refused_as_a_seed() {
    // The published vectors of FNV-1a with 64 bits.
    for (word, hash) in [("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        assert_eq!(word.parse::<Seed>().unwrap(), Seed::new(hash), "{word:?}");
    }
    let abbot = "the grey abbot".parse::<Seed>().unwrap();
    assert_eq!(" the grey abbot\n".parse::<Seed>().unwrap(), abbot, "blanks at the ends do not count");
    assert_eq!(abbot.to_string().parse::<Seed>().unwrap(), abbot, "it is shown as a number");
    for (text, number) in [(" 7 ", 7), ("+7", 7), ("18446744073709551615", u64::MAX)] {
        assert_eq!(text.parse::<Seed>().unwrap(), Seed::new(number), "{text:?}");
    }
}

#[test]
fn a_number_beyond_the_limits_is_told_its_limits_and_nothing_else() {
    for text in ["-3", "99999999999999999999", ""] {
        let refused = text.parse::<Seed>().map_err(|error| error.to_string());
        let limits = "a seed is a whole number from 0 to 18446744073709551615, or a word";
        assert_eq!(refused, Err(format!("{limits}; got {text:?}")));
    }
}

#[test]
fn ranges_are_even() {
    let mut stream = Stream::new(1, "test");
    let mut counts = [0; 6];
    for _ in 0..60_000 {
        counts[(stream.range(-3..3) + 3) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    assert_eq!(stream.below(1), 0);
    assert!((0..1000).all(|_| stream.below(u32::MAX) < u32::MAX));
}

#[test]
fn chances_and_weights_come_true() {
    let mut stream = Stream::new(2, "test");
    let share = Fraction::from_decimal(0.15).unwrap();
    let hits = (0..100_000).filter(|_| stream.chance(share)).count();
    assert!((14_600..15_400).contains(&hits), "{hits}");
    assert!(!stream.chance(Fraction::ZERO) && stream.chance(Fraction::ONE));
    let mut counts = [0; 3];
    for _ in 0..40_000 {
        counts[stream.weighted(&[1, 0, 3]).unwrap()] += 1;
    }
    assert!((9_600..10_400).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
    assert_eq!(stream.weighted(&[0, 0]), None);
    assert_eq!(stream.choose::<u8>(&[]), None);
    assert_eq!(stream.choose(&[7]), Some(&7));
}

#[test]
fn all_orders_of_a_shuffle_are_equally_likely() {
    let mut stream = Stream::new(3, "test");
    let mut counts = BTreeMap::new();
    for _ in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        stream.shuffle(&mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    assert!(counts.len() == 24 && counts.values().all(|n| (850..1150).contains(n)), "{counts:?}");
}

#[test]
fn another_attempt_moves_placing_and_routing_and_nothing_else() {
    assert_eq!([0, 1, 2].map(|attempt| Seed::new(7).with_attempt(attempt).attempt()), [0, 1, 2]);
    let (first, second) = (Seed::new(7).with_stage("route", 9), Seed::new(7).with_stage("route", 9).with_attempt(1));
    let stays = |name| first.stream(name).bits() == second.stream(name).bits();
    assert!(["plan", "doors", "ground", "stock", "name"].into_iter().all(stays));
    assert!(!["place", "place/step/3", "route", "route/2"].into_iter().any(stays));
    assert_eq!(second.stream("place/step/3").bits(), Stream::new(7, "place#1/step/3").bits());
    assert_eq!(second.to_string(), "7 route=9", "an attempt is no part of the seed as it is written");
}

#[test]
fn a_number_below_a_bound_is_made_of_the_first_output_that_favours_none() {
    // Below 2^31 every output will do. Below 3 · 2^30 the outputs whose upper half is divisible by 4 are too many.
    let (mut stream, mut outputs) = (Stream::new(4, "test"), Stream::new(4, "test"));
    assert!((0..1000).all(|_| stream.below(1 << 31) == (outputs.bits() >> 33) as u32));
    for _ in 0..1000 {
        let upper = std::iter::repeat_with(|| outputs.bits() >> 32).find(|upper| upper % 4 != 0).unwrap();
        assert_eq!(u64::from(stream.below(3 << 30)), upper * 3 / 4);
    }
}

#[test]
#[should_panic(expected = "there is no number below 0")]
fn no_number_is_below_0() {
    Stream::new(1, "test").below(0);
}

#[test]
#[should_panic(expected = "there is no number in 3..3")]
fn no_number_is_in_an_empty_range() {
    Stream::new(1, "test").range(3..3);
}

#[test]
fn what_has_no_chance_never_happens() {
    let mut stream = Stream::new(5, "test");
    assert!(!(0..100_000).any(|_| stream.chance(Fraction::ZERO)));
    assert!((0..100_000).all(|_| stream.chance(Fraction::ONE)));
}

#[test]
fn a_seed_keeps_its_numbers() {
    let seed = Seed::from(7_u64).with_stage("doors", 3);
    assert_eq!((seed.base(), seed.stages().get("doors"), seed.stages().len()), (7, Some(&3), 1));
    assert_eq!((Seed::from(7).base(), Seed::from(-1).base()), (7, u64::MAX));
}

#[test]
fn a_sign_alone_is_a_word() {
    for sign in ["+", "-"] {
        assert_eq!(sign.parse::<Seed>(), Ok(Seed::new(fnv(sign))));
    }
}
