import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// The table of decisions in `Documentation/Sources.md`.
@Suite(.permit) struct SourceIdentityTests {
    private typealias Numbers = SourceIdentity.Numbers
    private typealias Content = SourceIdentity.Content

    private let old = Numbers(inode: 1, byteCount: 100, modification: 1_000)
    private let taken = Date(timeIntervalSinceReferenceDate: 5)

    private func vacancy(_ row: Int64, _ numbers: Numbers) -> SourceIdentity.Vacancy {
        SourceIdentity.Vacancy(row: row, folder: 1, numbers: numbers)
    }

    /// What a file is, where row 7 with checksum [7] is missing, or known under its name.
    private func verdict(
        _ numbers: Numbers,
        known: Bool,
        renumbered: Bool = false,
        checksum: [UInt8] = [9],
        isSameCapture: Bool = false,
        inodeUse: InodeUse = .kept
    ) -> SourceIdentity.Verdict {
        let isVacant = !known || numbers.inode != old.inode
        var identity = SourceIdentity(
            vacancies: isVacant ? [vacancy(7, old)] : [],
            displaced: known && isVacant ? [7] : []
        )
        let arrival = SourceIdentity.Arrival(
            numbers: numbers,
            known: known
                ? SourceIdentity.Known(row: 7, numbers: old, isFolderRenumbered: renumbered) : nil,
            inodeUse: inodeUse
        )
        let content = Content(
            checksum: checksum,
            captureDate: taken,
            knownCaptureDate: isSameCapture ? taken : taken + 60
        )
        return identity.verdict(byNumbersOf: arrival)
            ?? identity.verdict(on: arrival, content: content) { _ in [7] }
    }

    private func numbers(_ inode: Int64, _ size: Int64 = 100, _ date: Int64 = 1_000) -> Numbers {
        Numbers(inode: inode, byteCount: size, modification: date)
    }

    @Test func `renamed or moved: the inode, size and date of one that is missing`() {
        #expect(verdict(numbers(1), known: false) == .same(7))
    }

    @Test func `an inode that was used again is no sign`() {
        #expect(verdict(numbers(1, 101), known: false) == .new)
        #expect(verdict(numbers(1, 100, 1_001), known: false) == .new)
    }

    @Test func `moved to another volume: the bytes of one that is missing`() {
        #expect(verdict(numbers(5, 100, 2_000), known: false, checksum: [7]) == .same(7))
        #expect(verdict(numbers(5, 100, 2_000), known: false) == .new)
    }

    @Test func `touched or restored: other numbers under the name, the same bytes`() {
        #expect(verdict(numbers(1, 100, 2_000), known: true, checksum: [7]) == .same(7))
        #expect(verdict(numbers(5, 100, 2_000), known: true, checksum: [7]) == .same(7))
    }

    @Test func `remounted: where the folder's inode differs too, size and date are enough`() {
        #expect(verdict(numbers(5), known: true, renumbered: true) == .same(7))
        #expect(verdict(numbers(5), known: true, renumbered: false) == .new)
        #expect(verdict(numbers(5, 101), known: true, renumbered: true) == .new)
    }

    @Test func `edited by another program: the same inode, or the same moment of capture`() {
        #expect(verdict(numbers(1, 90, 2_000), known: true) == .edited(7))
        #expect(verdict(numbers(5, 90, 2_000), known: true, isSameCapture: true) == .edited(7))
    }

    @Test func `another photo under the name and inode: made later, or of another moment`() {
        let numbers = numbers(1, 90, 2_000)
        #expect(verdict(numbers, known: true, inodeUse: .reused) == .new)
        #expect(verdict(numbers, known: true, inodeUse: .unknown) == .new)
        #expect(
            verdict(numbers, known: true, isSameCapture: true, inodeUse: .reused) == .edited(7)
        )
    }

    @Test(arguments: [nil, "One"], ["One", "Two"])
    func `where nothing shows the moment, another camera shows another photo`(
        _ known: String?,
        _ present: String
    ) {
        var identity = SourceIdentity(vacancies: [], kept: [vacancy(7, old)])
        let content = Content(checksum: [9], camera: present, knownCamera: known)
        let arrival = SourceIdentity.Arrival(
            numbers: numbers(1, 90),
            known: .init(row: 7, numbers: old)
        )
        let isSame = known == nil || known == present
        #expect(
            identity.verdict(on: arrival, content: content) { _ in [7] }
                == (isSame ? .edited(7) : .new)
        )
        #expect(identity.rest.map(\.row) == (isSame ? [] : [7]))
    }

    @Test func `a file whose name and inode another photo has may be found elsewhere`() {
        var identity = SourceIdentity(vacancies: [], kept: [vacancy(7, old)])
        let copy = SourceIdentity.Arrival(numbers: numbers(5, 100, 3_000))
        let stranger = SourceIdentity.Arrival(
            numbers: numbers(1, 90),
            known: .init(row: 7, numbers: old),
            inodeUse: .reused
        )
        // Until the file under its name was read, nothing is concluded.
        #expect(identity.verdict(on: copy, content: Content(checksum: [7])) { _ in [7] } == .new)
        #expect(
            identity.verdict(on: stranger, content: Content(checksum: [9])) { _ in [7] } == .new
        )
        #expect(
            identity.verdict(on: copy, content: Content(checksum: [7])) { _ in [7] } == .same(7)
        )
        #expect(identity.rest.isEmpty)
    }

    @Test func `an inode is used again by a file that was made after the last sweep`() {
        func use(_ birth: Int64?, now: Int64 = .max) -> InodeUse {
            let second: Int64 = 1_000_000_000
            return InodeUse(
                birth: birth.map { $0 * second },
                modification: 10 * second,
                swept: 20 * second,
                now: now
            )
        }
        #expect(use(10) == .kept)
        #expect(use(15) == .unknown)
        #expect(use(21) == .reused)
        #expect(use(nil) == .unknown)
        // A date in the future shows nothing.
        #expect(use(10, now: 5) == .unknown)
    }

    @Test func `replaced by another photo: another inode, and another capture`() {
        #expect(verdict(numbers(5, 90, 2_000), known: true) == .new)
    }

    @Test func `two files that changed names stay what they were`() {
        let other = numbers(2, 200, 3_000)
        var identity = SourceIdentity(
            vacancies: [vacancy(7, old), vacancy(8, other)],
            displaced: [7, 8]
        )
        let first = SourceIdentity.Arrival(numbers: other, known: .init(row: 7, numbers: old))
        let second = SourceIdentity.Arrival(numbers: old, known: .init(row: 8, numbers: other))
        #expect(identity.verdict(byNumbersOf: first) == .same(8))
        #expect(identity.verdict(byNumbersOf: second) == .same(7))
        #expect(identity.rest.isEmpty)
    }

    @Test func `a name that another file was moved away from goes to a new photo`() {
        var identity = SourceIdentity(vacancies: [vacancy(7, old)], displaced: [7])
        let moved = SourceIdentity.Arrival(numbers: old)
        let stranger = SourceIdentity.Arrival(
            numbers: numbers(5, 90),
            known: .init(row: 7, numbers: old)
        )
        #expect(identity.verdict(byNumbersOf: moved) == .same(7))
        #expect(identity.verdict(byNumbersOf: stranger) == nil)
        let content = Content(checksum: [9], captureDate: taken, knownCaptureDate: taken)
        #expect(identity.verdict(on: stranger, content: content) { _ in [7] } == .new)
    }

    @Test func `the backup that a program leaves takes nothing from the file it wrote`() {
        var identity = SourceIdentity(vacancies: [vacancy(7, old)], displaced: [7])
        let backup = SourceIdentity.Arrival(numbers: old, backupOf: 7)
        let edited = SourceIdentity.Arrival(
            numbers: numbers(5, 110, 4_000),
            known: .init(row: 7, numbers: old)
        )
        #expect(identity.verdict(byNumbersOf: backup) == nil)
        #expect(identity.verdict(byNumbersOf: edited) == nil)
        let content = Content(checksum: [9], captureDate: taken, knownCaptureDate: taken)
        #expect(identity.verdict(on: edited, content: content) { _ in [7] } == .edited(7))
        #expect(identity.verdict(on: backup, content: Content(checksum: [7])) { _ in [7] } == .new)
    }

    @Test func `of two files with the bytes of one that is missing, one is it`() {
        var identity = SourceIdentity(vacancies: [vacancy(7, old)])
        let copies = [numbers(5, 100, 1), numbers(6, 100, 2)].map {
            SourceIdentity.Arrival(numbers: $0)
        }
        let verdicts = copies.map {
            identity.verdict(on: $0, content: Content(checksum: [7])) { _ in [7] }
        }
        #expect(verdicts == [.same(7), .new])
    }

    @Test func `what no file is stays missing`() {
        var identity = SourceIdentity(vacancies: [vacancy(7, old), vacancy(8, numbers(2))])
        #expect(identity.verdict(byNumbersOf: .init(numbers: old)) == .same(7))
        #expect(identity.rest.map(\.row) == [8])
    }

    @Test func `a source is offline where its folder, its files or its volume are not there`() {
        func state(
            presence: FolderPresence = .there,
            isEmpty: Bool = false,
            isSameVolume: Bool = true,
            hasKnownFiles: Bool = true
        ) -> SourceAvailability {
            SourceAvailability(
                path: "/photos",
                presence: presence,
                isEmpty: isEmpty,
                knowsFiles: true,
                isSameVolume: isSameVolume,
                hasKnownFiles: { hasKnownFiles }
            )
        }
        func isOffline(_ state: SourceAvailability) -> Bool {
            if case .offline = state { true } else { false }
        }
        #expect(state() == .online)
        #expect(isOffline(state(presence: .missing)))
        #expect(isOffline(state(presence: .silent)))
        #expect(isOffline(state(isEmpty: true)))
        #expect(isOffline(state(isSameVolume: false, hasKnownFiles: false)))
        #expect(state(isSameVolume: false) == .moved)
    }
}
