import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// Which new files join an asset, become assets, or wait, decided without library or disk.
@Suite(.permit) struct JoinDecisionTests {
    private func file(_ index: Int, _ name: String, id: String? = nil) -> GroupingFile {
        var file = GroupingFile.test(name, folder: "", id: id)
        file.index = index
        return file
    }

    @Test func `a sidecar joins the asset whose bytes have its name, and is shared as usual`() {
        let (one, two) = (UUID(), UUID())
        var sidecars = [
            file(0, "copy.xmp"), file(1, "copy.jpg.pp3"), file(2, "copy.aae"), file(3, "b.xmp"),
        ]
        sidecars[1].kind = .sidecar(.settings)
        var decisions = JoinDecision.decisions(sidecars, among: [])
        decisions.joinSidecars(
            among: sidecars,
            to: [.init(name: "COPY.JPG", asset: one), .init(name: "copy.jpeg", asset: two)]
        )
        let attachments = decisions.compactMap { decision in
            if case .attach(let attachment) = decision { attachment } else { nil }
        }
        // The first name in the order of the alphabet gets what states no file.
        #expect(attachments.first { $0.asset == two }?.sidecars == [0])
        #expect(attachments.first { $0.asset == one }?.sidecars == [1])
        #expect(attachments.first { $0.asset == one }?.shared == [0])
        #expect(attachments.count == 2)
        #expect(decisions.contains(.wait(2)) && decisions.contains(.wait(3)))
    }

    @Test func `a picture becomes an asset, and a lone sidecar waits`() {
        let files = [file(0, "a.jpg"), file(1, "b.xmp"), file(2, "c.aae")]
        let decisions = JoinDecision.decisions(files, among: [])
        #expect(decisions.count == 3)
        #expect(
            decisions.contains(
                .create(FileGroup(members: [.init(index: 0, role: ResourceRole.photo)]))
            )
        )
        #expect(decisions.contains(.wait(1)) && decisions.contains(.wait(2)))
    }

    @Test func `a movie joins its earlier picture, and the remainder stands alone`() throws {
        let uuid = UUID()
        let picture = file(0, "a.heic", id: "pair")
        let asset = LateArrivalRules.Asset(
            uuid: uuid,
            resources: [.init(role: ResourceRole.photo, file: picture)]
        )
        let files = [file(0, "a.mov", id: "pair"), file(1, "b.jpg"), file(2, "c.xmp")]
        let decisions = JoinDecision.decisions(files, among: [asset])
        guard case .attach(let attachment) = try #require(decisions.first) else {
            Issue.record("The movie does not join: \(decisions)")
            return
        }
        #expect(attachment.asset == uuid)
        #expect(attachment.members == [.init(index: 0, role: ResourceRole.pairedVideo)])
        #expect(
            Set(decisions.dropFirst()) == [
                .create(FileGroup(members: [.init(index: 1, role: ResourceRole.photo)])), .wait(2),
            ]
        )
    }

    @Test func `a movie with known bytes joins a new still, and makes no asset alone`() {
        let files = [file(0, "a.heic", id: "pair"), file(1, "a.mov", id: "pair")]
        let holder = UUID()
        #expect(
            JoinDecision.decisions(files, repeated: [1: [holder]], among: []) == [
                .create(
                    FileGroup(members: [
                        .init(index: 0, role: ResourceRole.photo),
                        .init(index: 1, role: ResourceRole.pairedVideo),
                    ])
                )
            ]
        )
        #expect(
            JoinDecision.decisions([files[1]], repeated: [1: [holder]], among: []) == [.leave(1)]
        )
    }

    /// Two photos of one name, which are no pair because of their times.
    private func strangers(
        _ sidecars: [String],
        _ subject: SidecarSubject = SidecarSubject()
    )
        -> [GroupingFile]
    {
        var files = [file(0, "a.jpg"), file(1, "a.nef")]
        (files[0].captureTime, files[1].captureTime) = (0, 1_000)
        for (index, name) in sidecars.enumerated() { files.append(file(index + 2, name)) }
        files[2].subject = subject
        return files
    }

    /// What each photo gets: the sidecars of its own, and those that it shares.
    private func sidecars(_ decisions: [JoinDecision]) -> [Int: [[Int]]] {
        var found: [Int: [[Int]]] = [:]
        for case .create(let group) in decisions {
            found[group.members[0].index] = [group.sidecars, group.shared]
        }
        return found
    }

    @Test func `a sidecar with the name of two photos is read for both`() {
        let decisions = JoinDecision.decisions(strangers(["a.xmp"]), among: [])
        #expect(sidecars(decisions) == [0: [[], [2]], 1: [[2], []]])
        #expect(decisions.count == 2)
    }

    @Test(arguments: [
        (SidecarSubject(name: "A.JPG"), 0), (SidecarSubject(name: "a.nef"), 1),
        (SidecarSubject(name: "_DSC0001.NEF", pathExtension: "nef"), 1),
        (SidecarSubject(pathExtension: "JPG"), 0),
    ])
    func `a sidecar goes to the photo that it states`(_ subject: SidecarSubject, _ photo: Int) {
        let decisions = JoinDecision.decisions(strangers(["a.xmp"], subject), among: [])
        #expect(sidecars(decisions) == [photo: [[2], []], 1 - photo: [[], []]])
    }

    @Test func `a sidecar that states none of the photos is read for both`() {
        let stranger = SidecarSubject(name: "b.cr2", pathExtension: "cr2")
        let decisions = JoinDecision.decisions(strangers(["a.xmp"], stranger), among: [])
        #expect(sidecars(decisions) == [0: [[], [2]], 1: [[2], []]])
    }

    @Test func `beside a sidecar with the whole name, the plain one is of the other photo`() {
        let decisions = JoinDecision.decisions(strangers(["a.xmp", "a.jpg.xmp"]), among: [])
        #expect(sidecars(decisions) == [0: [[3], []], 1: [[2], []]])
        let both = strangers(["a.xmp", "a.jpg.xmp", "a.nef.xmp"])
        #expect(
            sidecars(JoinDecision.decisions(both, among: [])) == [
                0: [[3], [2]], 1: [[4, 2], []],
            ]
        )
    }

    @Test func `a sidecar of a pair of RAW and JPEG is read for their photo`() {
        let files = [file(0, "a.jpg"), file(1, "a.nef"), file(2, "a.xmp")]
        #expect(sidecars(JoinDecision.decisions(files, among: [])) == [0: [[2], []]])
    }

    @Test func `a sidecar that comes later is read for both photos, or goes where it says`() {
        let photos = strangers(["a.xmp"]).prefix(2).map { picture in
            LateArrivalRules.Asset(
                uuid: UUID(),
                resources: [.init(role: ResourceRole.photo, file: picture)]
            )
        }
        func joined(_ subject: SidecarSubject) -> [UUID: [[Int]]] {
            var sidecar = file(0, "a.xmp")
            sidecar.subject = subject
            var found: [UUID: [[Int]]] = [:]
            for case .attach(let one) in JoinDecision.decisions([sidecar], among: photos) {
                found[one.asset] = [one.sidecars, one.shared]
            }
            return found
        }
        let (jpeg, raw) = (photos[0].uuid, photos[1].uuid)
        #expect(joined(SidecarSubject()) == [raw: [[0], []], jpeg: [[], [0]]])
        #expect(joined(SidecarSubject(name: "a.jpg")) == [jpeg: [[0], []]])
        #expect(joined(SidecarSubject(pathExtension: "nef")) == [raw: [[0], []]])
    }

    @Test func `sidecars of two photos of one name join both`() {
        let photos = [file(0, "a.jpg"), file(0, "a.png")].map { picture in
            LateArrivalRules.Asset(
                uuid: UUID(),
                resources: [.init(role: ResourceRole.photo, file: picture)]
            )
        }
        let decisions = JoinDecision.decisions(
            [file(0, "a.jpg.xmp"), file(1, "a.png.xmp")],
            among: photos
        )
        let joined = decisions.compactMap { decision -> [UUID: [Int]]? in
            if case .attach(let attachment) = decision {
                [attachment.asset: attachment.sidecars]
            } else {
                nil
            }
        }
        #expect(Set(joined) == [[photos[0].uuid: [0]], [photos[1].uuid: [1]]])
        #expect(decisions.count == 2)
    }
}

/// Which files of another program's library become resources, decided without disk.
@Suite(.permit) struct ItemFilesTests {
    private static let photo = ResourceRole.photo
    private static let movie = ResourceRole.pairedVideo
    private static let unknown = ResourceRole(rawValue: 0)

    @Test func `files that fit become resources, and the others are refused with a reason`() throws
    {
        let files = ItemFiles(
            roles: [Self.photo, Self.movie, Self.photo, Self.unknown, Self.unknown],
            files: [
                .test("a.heic", .heic), .test("a.mov", .quickTimeMovie), .test("again.heic", .heic),
                .test("b.txt", finding: .other), .test("c.jpg", finding: .refused("It is empty.")),
            ]
        )
        #expect(
            files.members == [
                .init(index: 0, role: Self.photo), .init(index: 1, role: Self.movie),
            ]
        )
        try #require(files.refusals.map(\.index) == [2, 3, 4])
        #expect(files.refusals[0].reason.contains("does not fit"))
        #expect(files.refusals[1].reason.contains("neither a picture nor a movie"))
        #expect(files.refusals[2].reason == "It is empty.")
        #expect(!files.hasEdit)
    }

    @Test func `without its original no file becomes a resource`() throws {
        let files = ItemFiles(
            roles: [Self.photo, Self.movie],
            files: [
                .test("a.heic", finding: .refused("It is empty.")), .test("a.mov", .quickTimeMovie),
            ]
        )
        #expect(files.members.isEmpty)
        try #require(files.refusals.map(\.index) == [0, 1])
        #expect(files.refusals[0].reason == "It is empty.")
        #expect(files.refusals[1].reason.contains("a.heic"))
    }

    @Test func `an edited version is noticed`() {
        let roles = [Self.photo, ResourceRole.fullSizePhoto]
        let files = ItemFiles(
            roles: roles,
            files: [.test("a.jpg"), .test("a-edited.jpg", checksum: 2)]
        )
        #expect(files.members.count == 2 && files.hasEdit)
    }
}
