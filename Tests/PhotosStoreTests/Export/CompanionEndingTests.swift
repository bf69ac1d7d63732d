import PhotosImport
import TestPermits
import Testing

/// How a file that came in beside a photo is called in an export.
@Suite(.permit) struct CompanionEndingTests {
    @Test(arguments: [
        ("IMG_1.jpg.xmp.unreadable", "IMG_1.jpg", ".jpg.xmp.unreadable"),
        ("IMG_1.xmp.unreadable", "IMG_1.jpg", ".xmp.unreadable"),
        ("2024.jpg.xmp.unreadable", "IMG_1.jpg", ".jpg.xmp.unreadable"),
        ("other.xmp.merged", "IMG_1.jpg", ".xmp.merged"),
        ("other.jpg.xmp.merged", "IMG_1.jpg", ".jpg.xmp.merged"),
        ("other.jpg.xmp.earlier", "IMG_1.jpg", ".jpg.xmp.earlier"),
        ("IMG_1.jpg.dop", "img_1.JPG", ".jpg.dop"), ("IMG_1.pp3", "IMG_1.jpg", ".pp3"),
        ("IMG_1.CR2.dop", "IMG_1.jpg", ".CR2.dop"),
        ("IMG_1.jpg.supplemental-metadata.json", "IMG_1.jpg", ".jpg.supplemental-metadata.json"),
        ("IMG_10.dop", "IMG_1.jpg", ".dop"), ("other.jpg.dop", "IMG_1.jpg", ".jpg.dop"),
        ("other.CR2.dop", "IMG_1.jpg", ".dop"), ("a.dop", nil, ".dop"),
        ("IMG_1.jpg", "IMG_1.jpg", ".jpg"),
    ])
    func `a file keeps what stands behind the name of its photo`(
        name: String,
        original: String?,
        expected: String
    ) {
        #expect(CompanionEnding.ending(of: name, beside: original) == expected)
    }

    @Test(arguments: [
        ("A.jpg.pp3", ".jpeg.pp3"), ("a.JPG.pp3", ".jpeg.pp3"), ("A.pp3", ".pp3"),
        ("B.jpeg.pp3", ".jpeg.pp3"), ("A.CR2.dop", ".CR2.dop"), ("AB.jpg.pp3", ".pp3"),
        ("A.jpg.xmp.merged", ".jpeg.xmp.merged"),
    ])
    func `a file that came in follows the photo to another name`(name: String, expected: String) {
        #expect(
            CompanionEnding.ending(of: name, beside: "B.jpeg", formerly: "A.jpg") == expected
        )
    }

    @Test func `two files get two names`() {
        #expect(CompanionEnding.freeEnding(".dop", besides: []) == ".dop")
        #expect(CompanionEnding.freeEnding(".DOP", besides: [".dop"]) == "-2.DOP")
        #expect(
            CompanionEnding.freeEnding(
                ".jpg.xmp.unreadable",
                besides: [".jpg.xmp.unreadable", ".jpg.xmp-2.unreadable"]
            ) == ".jpg.xmp-3.unreadable"
        )
    }

    @Test func `no other file gets the ending of one that cannot be read now`() {
        func endings(_ files: [(String, [UInt8]?)], written: [String: [UInt8]] = [:]) -> [String] {
            CompanionEnding.endings(
                of: files.map { CompanionEnding.File($0.0, checksum: $0.1) },
                beside: "1.jpg",
                written: written
            ).ofFiles.map { $0 ?? "none" }
        }
        #expect(endings([("1.jpg.pp3", nil), ("1.jpg.pp3", [2])]) == [".jpg.pp3", ".jpg-2.pp3"])
        #expect(endings([("1.jpg.pp3", [1]), ("1.jpg.pp3", nil)]) == [".jpg.pp3", ".jpg-2.pp3"])
        #expect(endings([("1.jpg.pp3", [1]), ("1.jpg.PP3", [1])]) == [".jpg.pp3", "none"])
        #expect(endings([("1.pp3", [1])], written: [".pp3": [2]]) == ["-2.pp3"])
        #expect(endings([("1.pp3", [1])], written: [".pp3": [1]]) == ["none"])
    }

    @Test func `a file keeps the number with which its bytes were exported`() {
        let recorded: [String: [UInt8]] = [".jpg.pp3": [1], ".jpg-2.pp3": [2]]
        func endings(_ files: [(String, [UInt8]?)]) -> [String] {
            CompanionEnding.endings(
                of: files.map { CompanionEnding.File($0.0, checksum: $0.1) },
                beside: "1.jpg",
                recorded: { ending in
                    recorded[ending.lowercased()].map {
                        CompanionEnding.Recorded(written: $0, present: $0)
                    }
                }
            ).ofFiles.map { $0 ?? "none" }
        }
        #expect(endings([("1.jpg.pp3", [2])]) == [".jpg-2.pp3"])
        #expect(endings([("1.jpg.pp3", [2]), ("1.jpg.pp3", [1])]) == [".jpg-2.pp3", ".jpg.pp3"])
        // Changed bytes have the name without a number.
        #expect(endings([("1.jpg.pp3", [3]), ("1.jpg.pp3", [2])]) == [".jpg.pp3", ".jpg-2.pp3"])
        #expect(endings([("1.jpg.pp3", [3]), ("1.jpg.pp3", [1])]) == [".jpg.pp3", ".jpg-2.pp3"])
        #expect(endings([("1.jpg.pp3", nil), ("1.jpg.pp3", [2])]) == [".jpg.pp3", ".jpg-2.pp3"])
        #expect(endings([("1.pp3", [2])]) == [".pp3"])
        // The exported file has the bytes, and stays.
        #expect(endings([("1.jpg.pp3", nil), ("1.jpg.pp3", [1])]) == [".jpg.pp3", "none"])
    }

    @Test(arguments: [nil, [7]] as [[UInt8]?])
    func `a file is written where the exported one with its bytes is gone or changed`(
        present: [UInt8]?
    ) {
        let endings = CompanionEnding.endings(
            of: [
                CompanionEnding.File("1.jpg.pp3", checksum: nil),
                CompanionEnding.File("1.jpg.pp3", checksum: [1], isKept: true),
            ],
            beside: "1.jpg",
            recorded: { ending in
                guard ending == ".jpg.pp3" else { return nil }
                return CompanionEnding.Recorded(written: [1], present: present)
            }
        )
        #expect(endings.ofFiles == [".jpg.pp3", ".jpg-2.pp3"])
    }

    @Test
    func `a file that the library keeps takes no name of one that was exported from a source`() {
        func endings(
            _ files: [([UInt8], isKept: Bool)],
            present: [UInt8]? = [1],
            isOfSource: Bool = true
        ) -> CompanionEnding.Endings {
            CompanionEnding.endings(
                of: files.map {
                    CompanionEnding.File("1.jpg.pp3", checksum: $0.0, isKept: $0.isKept)
                },
                beside: "1.jpg",
                recorded: { ending in
                    guard ending == ".jpg.pp3" else { return nil }
                    return CompanionEnding.Recorded(
                        written: [1],
                        present: present,
                        isOfSource: isOfSource
                    )
                }
            )
        }
        let lost = endings([([2], true)])
        #expect(lost.ofFiles == [".jpg-2.pp3"] && lost.staying == [".jpg.pp3"])
        #expect(lost.numbered == [".jpg.pp3": ".jpg-2.pp3"])
        let both = endings([([2], true), ([3], true)])
        #expect(both.ofFiles == [".jpg-2.pp3", ".jpg-3.pp3"] && both.staying == [".jpg.pp3"])
        // The file that was exported follows.
        let later = endings([([2], true), ([1], false)])
        #expect(later.ofFiles == [".jpg-2.pp3", ".jpg.pp3"] && later.staying.isEmpty)
        #expect(later.numbered.isEmpty)
        let others = [
            endings([([2], false)]), endings([([2], true)], present: nil),
            endings([([2], true)], present: [2]), endings([([2], true)], isOfSource: false),
        ]
        for other in others {
            #expect(other.ofFiles == [".jpg.pp3"] && other.staying.isEmpty)
        }
    }

    @Test func `a record says which files were copied from a source, and an earlier one of none`() {
        let checksum = [UInt8](1...32)
        func file(_ source: [UInt8]) -> RecordedFile {
            RecordedFile(
                part: "c0",
                path: "1.jpg.pp3",
                byteCount: 3,
                modification: 1,
                checksum: checksum,
                source: source
            )
        }
        let kept = CompanionSource.checksum(of: checksum, isKept: true)
        let inSource = CompanionSource.checksum(of: checksum, isKept: false)
        #expect(!CompanionSource.mayBeInSource(file(kept)))
        #expect(CompanionSource.mayBeInSource(file(inSource)))
        // Earlier versions recorded this of each file.
        #expect(CompanionSource.mayBeInSource(file(Array(checksum.prefix(16)))))
        // An import took these bytes, and the library keeps them.
        #expect(!CompanionSource.mayBeInSource(file(Array(repeating: 0, count: 16))))
    }

    @Test func `a file keeps its part in any order, and takes none of a file of another kind`() {
        let known = [
            ("r1", "1.jpg"), ("c0", "1.jpg.pp3"), ("c1", "1.jpg.dop"), ("cunreadable", "1.jpg.arp"),
        ].map { (part: $0.0, path: $0.1) }
        #expect(
            CompanionParts.parts(at: ["1.jpg.dop", "1.jpg.pp3"], known: known) == ["c1", "c0"]
        )
        #expect(
            CompanionParts.parts(at: ["1.jpg.arp", "1.jpg.dop", "1.json"], known: known)
                == ["c2", "c1", "c3"]
        )
        // The photo's extension is another one now.
        #expect(
            CompanionParts.parts(at: ["1.pp3", "1.jpeg.DOP", "1.jpeg.pp3"], known: known)
                == ["c0", "c1", "c2"]
        )
        #expect(CompanionParts.parts(at: ["1.dop", "1.pp3"], known: []) == ["c0", "c1"])
    }
}
