import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// Which parts of their assets the files of an earlier export are now.
@Suite(.permit) struct EarlierPartsTests {
    /// Files with these bytes in these roles.
    private static func resources(
        _ files: [(role: Int, name: String, seed: UInt8)]
    ) -> [ResourceRecord] {
        files.map { role, name, seed in
            ResourceRecord(
                rowID: Int64(role),
                assetID: 1,
                type: ResourceRole(rawValue: role),
                file: "ab/abcd",
                filename: name,
                contentType: name.hasSuffix("dng") ? "com.adobe.raw-image" : "public.jpeg",
                byteCount: 1,
                checksum: checksum(seed),
                pixelWidth: 1,
                pixelHeight: 1
            )
        }
    }

    private static func checksum(_ seed: UInt8) -> [UInt8] { Array(repeating: seed, count: 32) }

    /// Returns the new parts of recorded files where an asset has these files, each wanted with its name.
    private static func parts(
        of recorded: [(part: String, path: String, seed: UInt8)],
        wanted: [(part: String, path: String, seed: UInt8)],
        resources files: [(role: Int, name: String, seed: UInt8)],
        hasOtherOriginal: Bool = false
    ) -> [String] {
        EarlierParts.parts(
            of: recorded.map { part, path, seed in
                RecordedFile(
                    part: part,
                    path: path,
                    byteCount: 1,
                    modification: 0,
                    checksum: checksum(seed),
                    source: Array(checksum(seed).prefix(16))
                )
            },
            keys: recorded.map(\.path),
            wanted: wanted.map { part, path, seed in
                EarlierParts.Wanted(
                    part: part,
                    key: path,
                    source: Array(checksum(seed).prefix(16)),
                    checksum: checksum(seed)
                )
            },
            resources: resources(files),
            hasOtherOriginal: hasOtherOriginal
        )
    }

    @Test func `unchanged files keep their parts, and so do later versions of them`() {
        let recorded: [(part: String, path: String, seed: UInt8)] = [
            ("r1", "a.jpg", 1), ("sr1", "a.jpg.xmp", 2), ("r5", "a-edited.jpg", 3),
            ("c0", "a.jpg.pp3", 4),
        ]
        for seed: UInt8 in [1, 9] {
            let parts = Self.parts(
                of: recorded,
                wanted: [
                    ("r1", "a.jpg", seed), ("sr1", "a.jpg.xmp", 7), ("r5", "a-edited.jpg", 8),
                    ("c0", "a.jpg.pp3", 4),
                ],
                resources: [(1, "a.jpg", seed), (5, "b.jpg", 8)]
            )
            #expect(parts == ["r1", "sr1", "r5", "c0"])
        }
    }

    @Test func `a movie becomes that of a Live Photo, and its sidecar goes with it`() {
        let parts = Self.parts(
            of: [("r2", "a.mov", 1), ("sr2", "a.mov.xmp", 2), ("aX:r2", "Albums/T/a.mov", 1)],
            wanted: [("r1", "a.jpg", 3), ("sr1", "a.jpg.xmp", 2), ("r9", "a.mov", 1)],
            resources: [(1, "a.jpg", 3), (9, "a.mov", 1)]
        )
        #expect(parts == ["r9", "sr9", "aX:r9"])
        let healed = Self.parts(
            of: [("xr2", "a.mov", 1), ("r1", "a.jpg", 3)],
            wanted: [("r1", "a.jpg", 3), ("r9", "a.mov", 1)],
            resources: [(1, "a.jpg", 3), (9, "a.mov", 1)]
        )
        #expect(healed == ["r9", "r1"])
    }

    @Test func `a RAW whose JPEG comes is the other picture, and becomes the original again`() {
        let joined = Self.parts(
            of: [("r1", "a.dng", 1), ("sr1", "a.dng.xmp", 2)],
            wanted: [
                ("r1", "a.jpg", 3), ("sr1", "a.jpg.xmp", 2), ("r4", "a.dng", 1),
                ("sr4", "a.dng.xmp", 2),
            ],
            resources: [(1, "a.jpg", 3), (4, "a.dng", 1)]
        )
        #expect(joined == ["r4", "sr4"])
        let alone = Self.parts(
            of: [
                ("r1", "a.jpg", 3), ("r4", "a.dng", 1), ("sr1", "a.jpg.xmp", 2),
                ("sr4", "a.dng.xmp", 2), ("aX:r1", "Albums/T/a.jpg", 3),
                ("aX:r4", "Albums/T/a.dng", 1),
            ],
            wanted: [("r1", "a.dng", 1), ("sr1", "a.dng.xmp", 2)],
            resources: [(1, "a.dng", 1)]
        )
        #expect(alone == ["gr1", "r1", "gsr1", "sr1", "gaX:r1", "aX:r1"])
        let again = Self.parts(
            of: [("gr1", "a.jpg", 3), ("r1", "a.dng", 1), ("gsr1", "a.jpg.xmp", 2)],
            wanted: [("r1", "a.jpg", 3), ("sr1", "a.jpg.xmp", 2), ("r4", "a.dng", 1)],
            resources: [(1, "a.jpg", 3), (4, "a.dng", 1)]
        )
        #expect(again == ["r1", "r4", "sr1"])
    }

    @Test func `a file that gets another role and other bytes at once keeps its place`() {
        // The metadata in the copies have changed, too.
        let joined = Self.parts(
            of: [("r1", "a.dng", 11), ("sr1", "a.dng.xmp", 2), ("aX:r1", "Albums/T/a.dng", 11)],
            wanted: [("r1", "a.jpg", 13), ("r4", "a.dng", 12)],
            resources: [(1, "a.jpg", 3), (4, "a.dng", 1)]
        )
        #expect(joined == ["r4", "sr4", "aX:r4"])
        let alone = Self.parts(
            of: [("r1", "a.jpg", 13), ("r4", "a.dng", 11)],
            wanted: [("r1", "a.dng", 12)],
            resources: [(1, "a.dng", 1)]
        )
        #expect(alone == ["gr1", "r1"])
        let shown = Self.parts(
            of: [("r1", "a.jpg", 13), ("r4", "a.dng", 11)],
            wanted: [("e1", "a.dng", 12)],
            resources: [(1, "a.dng", 1)]
        )
        #expect(shown == ["gr1", "r4"])
        // A movie was trimmed in its source before its picture came.
        for mark in ["", "x"] {
            let movie = Self.parts(
                of: [(mark + "r2", "a.mov", 1)],
                wanted: [("r1", "a.jpg", 3), ("r9", "a.mov", 2)],
                resources: [(1, "a.jpg", 3), (9, "a.mov", 2)]
            )
            #expect(movie == [mark.isEmpty ? "r9" : "xr2"])
        }
    }

    @Test func `an edit does not take the place of a JPEG that the photo goes on without`() {
        let edited = Self.parts(
            of: [("r1", "a.jpg", 3), ("r4", "a.dng", 1)],
            wanted: [("e1", "a.jpg", 5)],
            resources: [(1, "a.dng", 1), (5, "x.jpg", 5)]
        )
        #expect(edited == ["gr1", "r4"])
    }

    @Test func `an original whose edited version became the original is given up`() {
        let picture = Self.parts(
            of: [
                ("r1", "a.jpg", 1), ("r5", "a-edited.jpg", 2), ("sr1", "a.jpg.xmp", 3),
                ("sr5", "a-edited.jpg.xmp", 3), ("aX:r1", "Albums/T/a.jpg", 1),
                ("aX:r5", "Albums/T/a-edited.jpg", 2),
            ],
            wanted: [("r1", "a.jpg", 2), ("sr1", "a.jpg.xmp", 4)],
            resources: [(1, "FullSizeRender.jpg", 2)]
        )
        #expect(picture == ["gr1", "r1", "gsr1", "sr1", "gaX:r1", "aX:r1"])
        let again = Self.parts(
            of: [
                ("gr1", "a.jpg", 1), ("r1", "a-edited.jpg", 2), ("gsr1", "a.jpg.xmp", 3),
                ("sr1", "a-edited.jpg.xmp", 4),
            ],
            wanted: [("r1", "a.jpg", 2), ("sr1", "a.jpg.xmp", 4)],
            resources: [(1, "FullSizeRender.jpg", 2)]
        )
        #expect(again == ["gr1", "r1", "gsr1", "sr1"])
        let live = Self.parts(
            of: [
                ("r1", "a.jpg", 1), ("r9", "a.mov", 3), ("r5", "a-edited.jpg", 2),
                ("r10", "a-edited.mov", 4),
            ],
            wanted: [("r1", "a.jpg", 2), ("r9", "a.mov", 4)],
            resources: [(1, "FullSizeRender.jpg", 2), (9, "FullSizeRender.mov", 4)]
        )
        #expect(live == ["gr1", "gr9", "r1", "r9"])
        let movie = Self.parts(
            of: [("r1", "a.jpg", 1), ("r9", "a.mov", 3), ("r10", "a-edited.mov", 4)],
            wanted: [("r2", "a.mov", 4)],
            resources: [(2, "FullSizeRender.mov", 4)]
        )
        #expect(movie == ["gr1", "gr9", "r2"])
        // A version that was deleted says nothing about an original with its bytes.
        let replaced = Self.parts(
            of: [("r1", "a.jpg", 1), ("xr5", "a-edited.jpg", 2)],
            wanted: [("r1", "a.jpg", 2)],
            resources: [(1, "a.jpg", 2)]
        )
        #expect(replaced == ["r1", "xr5"])
    }

    @Test(arguments: [true, false])
    func `an original with another name and other bytes takes no place of an earlier one`(
        hasOtherOriginal: Bool
    ) {
        let edited = Self.parts(
            of: [("r1", "a.jpg", 1), ("sr1", "a.jpg.xmp", 3)],
            wanted: [("r1", "a.jpg", 2), ("sr1", "a.jpg.xmp", 4)],
            resources: [(1, "FullSizeRender.jpg", 2)],
            hasOtherOriginal: hasOtherOriginal
        )
        #expect(edited == (hasOtherOriginal ? ["gr1", "gsr1"] : ["r1", "sr1"]))
        let live = Self.parts(
            of: [("r1", "a.jpg", 1), ("r9", "a.mov", 3)],
            wanted: [("r1", "a.jpg", 2), ("r9", "a.mov", 4)],
            resources: [(1, "FullSizeRender.jpg", 2), (9, "FullSizeRender.mov", 4)],
            hasOtherOriginal: hasOtherOriginal
        )
        #expect(live == (hasOtherOriginal ? ["gr1", "gr9"] : ["r1", "r9"]))
        let same = Self.parts(
            of: [("r1", "a.jpg", 1), ("sr1", "a.jpg.xmp", 3)],
            wanted: [("r1", "a.jpg", 1), ("sr1", "a.jpg.xmp", 4)],
            resources: [(1, "b.jpg", 1)],
            hasOtherOriginal: hasOtherOriginal
        )
        #expect(same == ["r1", "sr1"])
    }

    /// Returns the new parts of files that were made from these resources, where the asset has others.
    ///
    /// The bytes of no file are known, as where copies have metadata inside.
    private static func parts(
        of recorded: [(part: String, path: String, row: Int64, role: Int)],
        wanted: [(part: String, path: String, row: Int64)],
        rows: [Int: Int64]
    ) -> [String] {
        EarlierParts.parts(
            of: recorded.enumerated().map { index, file in
                RecordedFile(
                    part: file.part,
                    path: file.path,
                    byteCount: 1,
                    modification: 0,
                    checksum: checksum(UInt8(100 + index)),
                    source: Array(checksum(UInt8(120 + index)).prefix(16)),
                    origin: .init(row: file.row, role: ResourceRole(rawValue: file.role))
                )
            },
            keys: recorded.map(\.path),
            wanted: wanted.enumerated().map { index, file in
                EarlierParts.Wanted(
                    part: file.part,
                    key: file.path,
                    source: Array(checksum(UInt8(140 + index)).prefix(16)),
                    checksum: nil,
                    row: file.row
                )
            },
            resources: resources(rows.map { ($0.key, "a.jpg", 1) }).map { resource in
                var resource = resource
                resource.rowID = rows[resource.type.rawValue] ?? 0
                return resource
            }
        )
    }

    @Test func `the file of the library from which a file was made tells what it is now`() {
        // Other words, or another program's changes, make no other file of it.
        #expect(
            Self.parts(
                of: [("r1", "a.jpg", 1, 1), ("r5", "a-edited.jpg", 2, 5)],
                wanted: [("r1", "a.jpg", 1), ("r5", "a-edited.jpg", 2)],
                rows: [1: 1, 5: 2]
            ) == ["r1", "r5"]
        )
        // The edited version became the original, whether it was exported or not.
        #expect(
            Self.parts(
                of: [("r1", "a.jpg", 1, 1), ("r5", "a-edited.jpg", 2, 5)],
                wanted: [("r1", "a.jpg", 2)],
                rows: [1: 2]
            ) == ["gr1", "r1"]
        )
        for part in ["r1", "e1"] {
            #expect(
                Self.parts(
                    of: [(part, "a.jpg", 1, 1)],
                    wanted: [(part, "a.jpg", 2)],
                    rows: [1: 2]
                ) == ["g\(part)"]
            )
        }
        // A version that is shown gives way to a later edit, and to the original after a revert.
        #expect(
            Self.parts(
                of: [("e1", "a.jpg", 1, 1)],
                wanted: [("e1", "a.jpg", 2)],
                rows: [1: 1, 5: 2]
            ) == ["e1"]
        )
        #expect(
            Self.parts(
                of: [("e1", "a.jpg", 2, 5)],
                wanted: [("e1", "a.jpg", 1)],
                rows: [1: 1]
            ) == ["e1"]
        )
        // Both halves of a pair are there, in other roles.
        #expect(
            Self.parts(
                of: [("r1", "a.dng", 1, 1)],
                wanted: [("r1", "a.jpg", 2), ("r4", "a.dng", 1)],
                rows: [1: 2, 4: 1]
            ) == ["r4"]
        )
    }

    @Test func `what a photo goes on without is marked, and no other file takes its part`() {
        let other = Self.parts(
            of: [("r1", "a.jpg", 3)],
            wanted: [("r1", "a.dng", 1)],
            resources: [(1, "a.dng", 1)]
        )
        #expect(other == ["gr1"])
        let shown = Self.parts(
            of: [("e1", "a.jpg", 3), ("e4", "a.dng", 1)],
            wanted: [("e1", "a.dng", 1)],
            resources: [(1, "a.dng", 1)]
        )
        #expect(shown == ["ge1", "e1"])
        let none = Self.parts(
            of: [("r1", "a.jpg", 3), ("r4", "a.dng", 1), ("xr9", "a.mov", 5), ("gr9", "b.mov", 6)],
            wanted: [("r1", "a.jpg", 3)],
            resources: [(1, "a.jpg", 3)]
        )
        #expect(none == ["r1", "gr4", "gr9", "ggr9"])
    }

    @Test func `a version that was edited or reverted gives way to the other`() {
        let edited = Self.parts(
            of: [("e1", "a.heic", 1)],
            wanted: [("e1", "a.jpg", 2)],
            resources: [(1, "a.heic", 1), (5, "x.jpg", 2)]
        )
        #expect(edited == ["e1"])
        let reverted = Self.parts(
            of: [("e1", "a.jpg", 2), ("r5", "a-edited.jpg", 2)],
            wanted: [("e1", "a.heic", 1)],
            resources: [(1, "a.heic", 1)]
        )
        #expect(reverted == ["e1", "r5"])
        // An edit on top of another one writes both files anew.
        let base = Self.parts(
            of: [("r1", "a.jpg", 1), ("r5", "a-edited.jpg", 2)],
            wanted: [("r1", "a.jpg", 1), ("r5", "a-edited.jpg", 3), ("r8", "a-base.jpg", 2)],
            resources: [(1, "a.jpg", 1), (5, "x.jpg", 3), (8, "y.jpg", 2)]
        )
        #expect(base == ["r1", "r5"])
    }

    @Test func `a version that was exported with other options keeps its name`() {
        let shown = Self.parts(
            of: [("r1", "a.heic", 1), ("r5", "a-edited.jpg", 2), ("sr5", "a-edited.jpg.xmp", 3)],
            wanted: [("e1", "a.jpg", 2), ("se1", "a.jpg.xmp", 3)],
            resources: [(1, "a.heic", 1), (5, "x.jpg", 2)]
        )
        #expect(shown == ["r1", "r5", "sr5"])
        let unedited = Self.parts(
            of: [("r1", "a.jpg", 1), ("sr1", "a.jpg.xmp", 3), ("aX:r1", "Albums/T/a.jpg", 1)],
            wanted: [("e1", "a.jpg", 1), ("se1", "a.jpg.xmp", 4)],
            resources: [(1, "a.jpg", 1)]
        )
        #expect(unedited == ["e1", "se1", "aX:e1"])
        let moved = Self.parts(
            of: [("r2", "old.mov", 1)],
            wanted: [("r1", "a.jpg", 2), ("r9", "a.mov", 1)],
            resources: [(1, "a.jpg", 2), (9, "a.mov", 1)]
        )
        #expect(moved == ["r9"])
    }

    @Test func `an import takes what the photo goes on without, and no copy of it`() {
        func file(_ part: String, _ seed: UInt8) -> RecordedFile {
            RecordedFile(
                part: part,
                path: part,
                byteCount: 1,
                modification: 0,
                checksum: Self.checksum(seed),
                source: []
            )
        }
        func alone(_ others: [RecordedFile], besides members: [RecordedFile]) -> Set<String> {
            Set(GivenUpFiles.alone(among: others, besides: members).map(\.part))
        }
        let movie = file("r2", 2)
        let others = [file("gaX:r1", 1), file("gsr1", 3), file("gr1", 1), file("aX:r2", 2)]
        #expect(alone(others, besides: [movie]) == ["gr1"])
        #expect(alone([file("gaX:r1", 1), file("gsr1", 3)], besides: [movie]) == ["gaX:r1"])
        #expect(alone(others, besides: [movie, file("gr4", 1)]) == [])
        // The roles of a photo are taken, or the file was exported with other options.
        #expect(alone([file("ggr1", 5), file("ge1", 6)], besides: [movie]) == ["ggr1", "ge1"])
        #expect(alone([file("e1", 7), file("xr5", 8)], besides: [movie]) == [])
    }

    @Test(arguments: [
        ("gr1", 1), ("gr4", 1), ("gr5", 1), ("gr9", 2), ("ge10", 2), ("gr3", 3), ("gaX:r9", 2),
        ("gr7", nil),
    ])
    func `a file of a hidden photo comes in with the words of that photo`(
        part: String,
        role: Int?
    ) {
        func file(_ part: String, _ path: String, _ seed: UInt8) -> RecordedFile {
            RecordedFile(
                part: part,
                path: path,
                byteCount: 1,
                modification: 0,
                checksum: Self.checksum(seed),
                source: []
            )
        }
        var photo = ExportManifest.Asset(id: UUID(), files: [])
        photo.fields = ["isHidden": .integer(1), "caption": .text("Lake"), "duration": .real(2)]
        let entry = { (seed: UInt8) in
            GivenUpFiles.entry(
                about: file(part, "x/a.jpg", seed),
                sidecars: [file("gsr1", "x/a.jpg.xmp", 3)],
                hiddenWith: photo
            )
        }
        let alone = entry(1)
        #expect(alone?.files.map(\.role) == role.map { [$0] })
        guard let alone else { return }
        #expect(alone.isAlone == true && alone.files[0].name == "a.jpg")
        #expect(alone.fields == ["isHidden": .integer(1), "caption": .text("Lake")])
        #expect(alone.also == ["x/a.jpg.xmp"] && alone.sidecars?.map(\.path) == alone.also)
        #expect(alone.id == entry(1)?.id && alone.id != entry(2)?.id && alone.id != photo.id)
    }

    @Test func `an import joins it where the photo has a place for it`() {
        func role(_ part: String, besides roles: Int...) -> Int? {
            PartName.importedRole(
                ofGivenUp: part,
                besides: Set(roles.map(ResourceRole.init(rawValue:)))
            )?.rawValue
        }
        #expect(role("gr1", besides: 1) == 4 && role("gr4", besides: 1) == 4)
        #expect(role("gr9", besides: 1) == 9 && role("ge1", besides: 1) == 4)
        #expect(role("gr1", besides: 1, 4) == nil && role("gr9", besides: 1, 9) == nil)
        #expect(role("gr1", besides: 2) == nil && role("r4", besides: 1) == nil)
        #expect(role("gsr1", besides: 1) == nil && role("gaX:r1", besides: 1) == nil)
    }
}
