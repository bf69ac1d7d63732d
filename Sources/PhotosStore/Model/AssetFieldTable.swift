/// The fields of an asset, each in one row.
///
/// The files in the folder `Generated` follow from the rows: the fields, their columns, the properties of a record, and how
/// they are read, written and compared. The test `GeneratedFieldsTests` compares the files, and writes them with
/// `PHOTOKIT_TEST_WRITE_FIELDS=1`.
///
/// A name is that of the property, and of its column in another spelling. Manifests and the history name the property so. A
/// number is the field's bit in the masks of the log, so it is never used again, and is at most 63. Fields that change often
/// have low numbers, because their masks are short.
package enum AssetFieldTable {
    // swift-format-ignore
    package static let rows: [AssetFieldRow] = [
        .init(0,  "modificationDate",   .date,                                 manifest: .always,       undo: .ignored, isKey: true),
        .init(1,  "isFavorite",         .flag,                                 manifest: .always,       undo: .setBack, isKey: true),
        .init(2,  "isHidden",           .flag,                                 manifest: .always,       undo: .setBack, isKey: true),
        .init(3,  "trashedDate",        .date,                                 manifest: .always,       undo: .special),
        // The number of the present version of the picture or movie, which starts at 1 and rises with each change of the content.
        .init(4,  "contentVersion",     .number(default: 1),                   manifest: .never,        undo: .special),
        .init(5,  "creationDate",       .date,                                 manifest: .always,       undo: .setBack, isKey: true),
        // Seconds east of GMT where the picture was taken.
        .init(6,  "creationZone",       .optionalNumber,                       manifest: .always,       undo: .setBack),
        .init(7,  "latitude",           .real,                                 manifest: .always,       undo: .setBack),
        .init(8,  "longitude",          .real,                                 manifest: .always,       undo: .setBack),
        .init(9,  "altitude",           .real,                                 manifest: .always,       undo: .setBack),
        .init(10, "horizontalAccuracy", .real,                                 manifest: .always,       undo: .setBack),
        .init(11, "verticalAccuracy",   .real,                                 manifest: .always,       undo: .setBack),
        .init(12, "course",             .real,                                 manifest: .always,       undo: .setBack),
        .init(13, "speed",              .real,                                 manifest: .always,       undo: .setBack),
        .init(14, "locationDate",       .date,                                 manifest: .always,       undo: .setBack),
        .init(15, "rating",             .smallNumber,                          manifest: .always,       undo: .setBack, isKey: true),
        .init(16, "caption",            .text,                                 manifest: .always,       undo: .setBack, isKey: true),
        // In the order added.
        .init(17, "keywords",           .texts,                                manifest: .always,       undo: .setBack, isKey: true),
        .init(18, "mediaType",          .code("AssetMediaType"),               manifest: .never,        undo: .special, isKey: true),
        .init(19, "mediaSubtypes",      .bits("MediaSubtypes"),                manifest: .withAllFiles, undo: .special, isKey: true),
        .init(20, "playbackStyle",      .code("AssetPlaybackStyle"),           manifest: .withAllFiles, undo: .special),
        .init(21, "playbackVariation",  .code("AssetPlaybackVariation"),       manifest: .always,       undo: .special),
        .init(22, "contentType",        .requiredText(default: "public.data"), manifest: .never,        undo: .special),
        .init(23, "pixelWidth",         .number(),                             manifest: .withAllFiles, undo: .special, isKey: true),
        .init(24, "pixelHeight",        .number(),                             manifest: .withAllFiles, undo: .special, isKey: true),
        .init(25, "duration",           .requiredReal,                         manifest: .withAllFiles, undo: .special, isKey: true),
        .init(26, "addedDate",          .date,                                 manifest: .always,       undo: .special, isKey: true),
        .init(27, "filename",           .text,                                 manifest: .always,       undo: .special),
        .init(28, "burstIdentifier",    .text,                                 manifest: .always,       undo: .special, isKey: true),
        .init(29, "burstSelection",     .code("BurstSelection"),               manifest: .always,       undo: .setBack),
        .init(30, "representsBurst",    .flag,                                 manifest: .always,       undo: .ignored),
        .init(31, "sourceType",         .code("AssetSourceType", default: 1),  manifest: .always,       undo: .special),
        .init(32, "adjustmentsState",   .code("AdjustmentsState"),             manifest: .withAllFiles, undo: .special),
        .init(33, "adjustmentFormat",   .text,                                 manifest: .withAllFiles, undo: .special),
        .init(34, "adjustmentDate",     .date,                                 manifest: .withAllFiles, undo: .special),
        .init(35, "originalChoice",     .code("OriginalChoice"),               manifest: .withAllFiles, undo: .special),
        // Facts without a property in the API, see `AssetTraits`.
        .init(36, "traits",             .bits("AssetTraits"),                  manifest: .always,       undo: .special),
        // The origin of the creation date: the name of a tag, or `file`.
        .init(37, "dateSource",         .text,                                 manifest: .always,       undo: .setBack),
        .init(38, "adjustmentVersion",  .text,                                 manifest: .withAllFiles, undo: .special),
        // Files state it as a rating of -1.
        .init(39, "isRejected",         .flag,                                 manifest: .always,       undo: .setBack, isKey: true),
        .init(63, "uuid",               .identifier,                           manifest: .never,        undo: .special),
    ]
}
