import PhotosImport
import PhotosMedia
import TestPermits
import Testing

@testable import PhotosStore

/// What a sweep does with the files of a folder before it reads any, decided without disk.
@Suite(.permit) struct FolderFindingsTests {
    private let listing = FolderListing(
        files: [
            ("back.jpg", 1, 10, 5), ("new.jpg", 8, 10, 5), ("other.jpg", 2, 10, 5),
            ("same.jpg", 1, 10, 5), ("written.jpg", 1, 10, 6),
        ]
    )

    private func findings(isQuiet: (String) -> Bool = { _ in true }) throws -> FolderFindings {
        let rows: [SourceFileRow] = [
            .test(1, "back.jpg", .absent), .test(2, "gone.jpg", asset: 4),
            .test(3, "other.jpg", asset: 5), .test(4, "same.jpg"), .test(5, "written.jpg"),
        ]
        var findings = FolderFindings(folder: 77)
        var comparison = FolderComparison(listing) { findings.addDifference($0) }
        for row in rows { try comparison.compareFile(row) }
        try comparison.finish()
        findings.finish { isQuiet(listing.name(of: $0)) }
        return findings
    }

    @Test func `files are the same, new, changed, missing or back`() throws {
        let findings = try findings()
        #expect(findings.same == 2 && findings.busy == 0)
        #expect(findings.new.map(listing.name(of:)) == ["new.jpg"])
        #expect(findings.changed.map(\.known.name) == ["other.jpg", "written.jpg"])
        #expect(findings.returned.map(\.row.id) == [1])
        #expect(findings.returned.map(\.row.outcome) == [.imported])
        #expect(findings.returned.map(\.folder) == [77])
    }

    @Test func `a known file is looked for elsewhere if another inode has its name`() throws {
        let findings = try findings()
        #expect(findings.vacancies.map(\.row) == [2, 3])
        #expect(findings.vacancies.map(\.assetID) == [4, 5])
        #expect(findings.vacancies.allSatisfy { $0.folder == 77 })
        #expect(findings.displaced == [3])
        #expect(findings.kept.map(\.row) == [5])
    }

    @Test func `a file that is being written is left, and its known file, too`() throws {
        let findings = try findings { $0 != "new.jpg" && $0 != "other.jpg" }
        #expect(findings.busy == 2)
        #expect(findings.new.isEmpty)
        #expect(findings.changed.map(\.known.name) == ["written.jpg"])
        #expect(findings.vacancies.map(\.row) == [2])
        #expect(findings.displaced.isEmpty)
    }
}

/// What a sweep concludes about files that it has read or not found, decided without disk.
@Suite(.permit) struct SweptFileDecisionTests {
    private let media = FileScan.Finding.media(
        checksum: [1],
        .init(header: .init(type: .jpeg, storedWidth: 4, storedHeight: 3))
    )

    @Test func `a picture is moved or edited by the verdict about it, without asking who waits`() {
        for (verdict, expected) in [(.same(3), .move(3)), (.edited(4), .edit(4))]
            as [(SourceIdentity.Verdict, SweptFileDecision)]
        {
            let decision = SweptFileDecision(
                media,
                verdict: { verdict },
                waiting: { _ in
                    Issue.record("It was asked which resource waits for a known file.")
                    return nil
                }
            )
            #expect(decision == expected)
        }
    }

    @Test func `an unknown picture is given to a resource that waits for it, or is taken`() {
        let waiting = LibrarySources.WaitingResource(resource: 5, before: 6, source: 7)
        func decision(_ bytes: [UInt8]) -> SweptFileDecision {
            SweptFileDecision(media, verdict: { .new }, waiting: { $0 == bytes ? waiting : nil })
        }
        #expect(decision([1]) == .reattach(waiting))
        #expect(decision([2]) == .take)
    }

    @Test(
        arguments: [
            (.busy, .wait), (.sidecar, .sidecar), (.other, .note(.other)),
            (.refused("It is empty."), .note(.refused)),
        ] as [(FileScan.Finding, SweptFileDecision)]
    )
    func `any other file is decided without asking which one it is`(
        _ finding: FileScan.Finding,
        _ expected: SweptFileDecision
    ) {
        let decision = SweptFileDecision(finding) {
            Issue.record("It was asked which file it is.")
            return .new
        } waiting: { _ in
            Issue.record("It was asked which resource waits for the file.")
            return nil
        }
        #expect(decision == expected)
    }

    @Test func `decisions are counted`() {
        var report = LibrarySource.Report()
        for decision in [
            .wait, .note(.other), .note(.refused), .note(.refused), .edit(1), .move(1), .take,
            .reattach(.init(resource: 1)), .sidecar,
        ] as [SweptFileDecision] {
            report.count(decision)
        }
        #expect(report.busyCount == 1 && report.otherCount == 1 && report.refusedCount == 2)
        #expect(report.editedCount == 1 && report.movedCount == 0 && report.createdCount == 0)
    }

    @Test func `a known file is back, where it was, or moved`() {
        func change(_ outcome: SourceOutcome, _ before: Int64, _ name: String) -> PositionChange {
            PositionChange(of: .test(1, "a.jpg", outcome), from: before, to: 1, name: name)
        }
        #expect(change(.imported, 1, "a.jpg") == .none)
        #expect(change(.imported, 1, "b.jpg") == .moved)
        #expect(change(.imported, 2, "a.jpg") == .moved)
        #expect(change(.absent, 2, "b.jpg") == .returned)
        #expect(change(.absent, 1, "a.jpg") == .returned)
    }

    @Test func `missing files leave their assets offline, or are forgotten`() {
        func vacancy(
            _ row: Int64,
            _ outcome: SourceOutcome,
            asset: Int64? = nil,
            isSettings: Bool = false
        )
            -> SourceIdentity.Vacancy
        {
            SourceIdentity.Vacancy(
                row: row,
                folder: 1,
                numbers: .init(inode: 1, byteCount: 1, modification: 1),
                outcome: outcome,
                assetID: asset,
                isSettings: isSettings
            )
        }
        let files = MissingFiles(
            [
                vacancy(1, .imported, asset: 1), vacancy(2, .absent, asset: 2),
                vacancy(3, .duplicate, asset: 3), vacancy(4, .sidecar, asset: 9),
                vacancy(5, .sidecar, asset: 8), vacancy(6, .other), vacancy(7, .refused),
                vacancy(8, .other), vacancy(9, .imported, asset: 4),
                vacancy(10, .sidecar, asset: 9), vacancy(11, .sidecar, asset: 8),
            ],
            displaced: [8, 9, 11]
        )
        #expect(files.forgotten == [3, 6, 7])
        #expect(files.lostSidecars.map(\.row) == [4, 5, 10])
        #expect(files.missing == [1, 9] && files.assetsOfMissing == [1, 4])
        #expect(files.foldersWithoutSidecar == [8: [1], 9: [1]] && files.sidecarsOfMissing.isEmpty)
        let pair = MissingFiles(
            [
                vacancy(1, .imported, asset: 1), vacancy(2, .imported, asset: 1),
                vacancy(3, .sidecar, asset: 1), vacancy(4, .sidecar, asset: 1, isSettings: true),
            ],
            displaced: []
        )
        #expect(pair.sidecarsOfMissing == [2: [3, 4]] && pair.forgotten.isEmpty)
        // No words depend on settings.
        #expect(pair.lostSidecars.map(\.row) == [3, 4] && pair.foldersWithoutSidecar == [1: [1]])
    }

    @Test func `a copy that is gone is forgotten after the sidecar that described it`() {
        func vacancy(
            _ row: Int64,
            _ outcome: SourceOutcome,
            _ name: String,
            asset: Int64 = 1
        ) -> SourceIdentity.Vacancy {
            SourceIdentity.Vacancy(
                row: row,
                folder: 1,
                numbers: .init(inode: 1, byteCount: 1, modification: 1),
                outcome: outcome,
                assetID: asset,
                name: name,
                sidecarKey: outcome == .sidecar ? 1 : nil
            )
        }
        let files = MissingFiles(
            [
                vacancy(1, .duplicate, "a.dng"), vacancy(2, .sidecar, "a.xmp"),
                vacancy(3, .duplicate, "b.jpg", asset: 2), vacancy(4, .imported, "c.jpg", asset: 3),
                vacancy(5, .duplicate, "c.dng", asset: 3), vacancy(6, .sidecar, "c.xmp", asset: 3),
            ],
            displaced: []
        )
        #expect(files.copiesWithSidecars.map(\.row) == [1])
        // A copy that is gone takes the place of no other one.
        #expect(files.forgotten == [3, 5])
        let jpeg = MissingFiles.Place(folder: 1, name: "a.jpg")
        #expect(files.describedFiles(ofAsset: 1, besides: [jpeg]) == [.gone])
        let raw = MissingFiles.Place(folder: 1, name: "c.cr3")
        #expect(files.describedFiles(ofAsset: 3, besides: [raw]) == [.gone])
        #expect(files.describedFiles(ofAsset: 2, besides: [jpeg]).isEmpty)
    }

    @Test func `a sidecar that went with its file before has no inode to be found by`() {
        func owners(inode: Int64) -> [SourceIdentity.Numbers: Set<Int64>] {
            let numbers = SourceIdentity.Numbers(inode: inode, byteCount: 1, modification: 1)
            return MissingFiles(
                [
                    SourceIdentity.Vacancy(
                        row: 1,
                        folder: 1,
                        numbers: numbers,
                        outcome: .sidecar,
                        assetID: 1,
                        name: "a.xmp",
                        sidecarKey: 1
                    )
                ],
                displaced: []
            ).ownersOfLost
        }
        #expect(owners(inode: 7).values.map(\.self) == [[1]])
        #expect(owners(inode: SourceLedger.noInode).isEmpty)
    }

    @Test func `a sidecar that did not come back with one of several files went with that`() {
        func finding(
            inode: Int64 = 1,
            haveReturned: Bool = false,
            isInParts: Bool
        ) -> [DescribedFile] {
            MissingFiles(
                [
                    SourceIdentity.Vacancy(
                        row: 1,
                        folder: 1,
                        numbers: .init(inode: inode, byteCount: 1, modification: 1),
                        outcome: .sidecar,
                        assetID: 1,
                        name: "a.xmp",
                        sidecarKey: 1
                    )
                ],
                displaced: []
            ).describedFiles(
                ofAsset: 1,
                besides: [.init(folder: 1, name: "a.dng")],
                haveReturned: haveReturned,
                isInParts: isInParts
            )
        }
        #expect(finding(isInParts: false) == [.present])
        #expect(finding(isInParts: true) == [.present])
        #expect(finding(haveReturned: true, isInParts: true) == [.gone])
        #expect(finding(inode: SourceLedger.noInode, isInParts: true) == [.gone])
        // The whole photo came back.
        #expect(finding(inode: SourceLedger.noInode, isInParts: false) == [.present])
    }

    @Test func `a window ends with enough files, and divides no cluster`() {
        func windows(_ clusters: [[Int]], _ size: Int) -> [[[Int]]] {
            Array(ReadingWindows(clusters, size: size))
        }
        #expect(windows([], 2).isEmpty)
        #expect(windows([[0], [1], [2]], 2) == [[[0], [1]], [[2]]])
        #expect(windows([[0, 1, 2], [3], [4]], 2) == [[[0, 1, 2]], [[3], [4]]])
        #expect(windows([[0], [1, 2], [3]], 2) == [[[0], [1, 2]], [[3]]])
    }
}
