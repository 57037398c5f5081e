//! Columns from rows: arrays of numbers, words and lists of structs, each with its field.

use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::{Int8Type, UInt8Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, ListArray, PrimitiveArray, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{Field, Fields};

use super::DatasetError;
use super::dataset_row::Spot;

/// The key of the sentence about a column in the metadata of its field.
pub(super) const SENTENCE: &str = "sentence";

/// The most words of a dictionary<int8, utf8>.
pub(super) const MOST_WORDS: usize = 128;

/// A column has more words than its dictionary holds.
pub(super) const fn too_many_words() -> DatasetError {
    DatasetError::TooMany { what: "kinds in a column of a shard", count: MOST_WORDS + 1, limit: MOST_WORDS }
}

/// Columns of equal length over some items.
pub(super) struct Columns<'a, T> {
    items: Vec<&'a T>,
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl<'a, T> Columns<'a, T> {
    pub(super) fn new(items: Vec<&'a T>) -> Self {
        Self { items, fields: Vec::new(), arrays: Vec::new() }
    }

    /// A column that was made elsewhere.
    pub(super) fn push(mut self, name: &str, array: ArrayRef, is_nullable: bool) -> Self {
        self.fields.push(Field::new(name, array.data_type().clone(), is_nullable));
        self.arrays.push(array);
        self
    }

    pub(super) fn numbers<P: ArrowPrimitiveType>(self, name: &str, value: impl Fn(&T) -> P::Native) -> Self {
        let values = self.items.iter().map(|item| value(item));
        let array = PrimitiveArray::<P>::from_iter_values(values);
        self.push(name, Arc::new(array), false)
    }

    pub(super) fn optional<P: ArrowPrimitiveType>(self, name: &str, value: impl Fn(&T) -> Option<P::Native>) -> Self {
        let array: PrimitiveArray<P> = self.items.iter().map(|item| value(item)).collect();
        self.push(name, Arc::new(array), true)
    }

    pub(super) fn flags(self, name: &str, value: impl Fn(&T) -> bool) -> Self {
        let array: BooleanArray = self.items.iter().map(|item| Some(value(item))).collect();
        self.push(name, Arc::new(array), false)
    }

    pub(super) fn texts(self, name: &str, value: impl Fn(&'a T) -> &'a str) -> Self {
        let array = StringArray::from_iter_values(self.items.iter().map(|item| value(item)));
        self.push(name, Arc::new(array), false)
    }

    pub(super) fn optional_texts(self, name: &str, value: impl Fn(&'a T) -> Option<&'a str>) -> Self {
        let array: StringArray = self.items.iter().map(|item| value(item)).collect();
        self.push(name, Arc::new(array), true)
    }

    /// Words of which there are few: dictionary<int8, utf8>.
    pub(super) fn words(self, name: &str, value: impl Fn(&'a T) -> &'a str) -> Result<Self, DatasetError> {
        let mut builder = StringDictionaryBuilder::<Int8Type>::new();
        for item in &self.items {
            builder.append(value(item)).map_err(|_| too_many_words())?;
        }
        Ok(self.push(name, Arc::new(builder.finish()), false))
    }

    /// Three columns: z, y, x.
    pub(super) fn spots(self, spot: impl Fn(&T) -> Spot) -> Self {
        self.numbers::<UInt8Type>("z", |item| spot(item).z)
            .numbers::<UInt16Type>("y", |item| spot(item).y)
            .numbers::<UInt16Type>("x", |item| spot(item).x)
    }

    /// A sentence for each of the last columns without one.
    pub(super) fn sentence(mut self, sentence: &str) -> Self {
        for field in self.fields.iter_mut().filter(|field| field.metadata().is_empty()) {
            field.set_metadata([(SENTENCE.to_owned(), sentence.to_owned())]);
        }
        self
    }

    /// One column of lists of structs, as many in each row as told.
    pub(super) fn lists(self, lengths: impl Iterator<Item = usize>) -> Result<ArrayRef, DatasetError> {
        let structs = StructArray::try_new(Fields::from(self.fields), self.arrays, None)?;
        let item = Arc::new(Field::new("item", structs.data_type().clone(), false));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(item, offsets, Arc::new(structs), None)?))
    }

    /// The fields and their arrays.
    pub(super) fn into_parts(self) -> (Vec<Field>, Vec<ArrayRef>) {
        (self.fields, self.arrays)
    }
}

/// A column of places that may be missing.
pub(super) fn places(spots: &[Option<Spot>]) -> Result<ArrayRef, DatasetError> {
    let filled: Vec<Spot> = spots.iter().map(|spot| spot.unwrap_or(Spot { z: 0, y: 0, x: 0 })).collect();
    let (fields, arrays) = Columns::new(filled.iter().collect()).spots(|&spot| spot).into_parts();
    let nulls = NullBuffer::from(spots.iter().map(Option::is_some).collect::<Vec<_>>());
    Ok(Arc::new(StructArray::try_new(Fields::from(fields), arrays, Some(nulls))?))
}
