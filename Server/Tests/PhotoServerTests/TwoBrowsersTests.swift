import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Two browsers and a program at once: a list that is built from events equals a fresh one.
///
/// The server is a process of its own, and this process is the program that commits through the library.
/// The variable `PHOTOKIT_TEST_BROWSER_CHANGES` sets the number of changes; ten thousand take some minutes.
@Suite(.permit) struct TwoBrowsersTests {
    private static let count =
        ProcessInfo.processInfo.environment["PHOTOKIT_TEST_BROWSER_CHANGES"].flatMap { Int($0) }
        ?? 400

    @Test func listsOfEventsEqualFreshOnes() async throws {
        try await RunningProgram.run(photos: 150) { program in
            let (first, second) = try await offThread {
                (try program.client(), try program.client())
            }
            let pages = [
                try await PageOfTest(program, first), try await PageOfTest(program, second),
            ]
            let library = try PHPhotoLibrary.open(
                at: program.library,
                author: "Other program",
                user: .owner
            )
            defer { library.close() }
            let report = try await offThread {
                var work = BrowserWork(program, [first, second], library, seed: 20)
                for number in 0..<Self.count {
                    try work.step()
                    // A page that is hidden for a while follows later.
                    guard number % 50 == 49 else { continue }
                    let page = pages[number / 50 % 2]
                    try page.follow { try PageOfTest.Fresh(program, first).version == page.version }
                }
                return work
            }
            let photos = library.withCurrent { PHAsset.fetchAssets(with: nil).count }
            for page in pages {
                let fresh = try await offThread { () -> PageOfTest.Fresh in
                    var fresh = try PageOfTest.Fresh(program, first)
                    // The server may hear of the other program's last change later.
                    try page.follow {
                        fresh = try PageOfTest.Fresh(program, first)
                        return fresh.version == page.version && fresh.days.count == photos
                    }
                    return fresh
                }
                #expect(page.version == fresh.version)
                #expect(page.days == fresh.days)
                #expect(page.shapes == fresh.shapes)
                #expect(page.changes > Self.count / 10)
            }
            #expect(pages[0].count == photos)
            #expect(report.done["other", default: 0] > Self.count / 10)
            #expect(report.done["/api/actions", default: 0] > Self.count / 10)
            #expect(report.done["/api/undo", default: 0] > Self.count / 50, "\(report.done)")
        }
    }
}

/// The random work of two browsers and a program.
struct BrowserWork: Sendable {
    private let program: RunningProgram
    private let browsers: [TestClient]
    private let library: PHPhotoLibrary
    private var random: Seeded
    private var undo: [[String]] = [[], []]
    private var redo: [[String]] = [[], []]
    private var added = 150
    /// How often each thing was done, without refusals.
    private(set) var done: [String: Int] = [:]

    init(
        _ program: RunningProgram,
        _ browsers: [TestClient],
        _ library: PHPhotoLibrary,
        seed: UInt64
    ) {
        self.program = program
        self.browsers = browsers
        self.library = library
        random = Seeded(state: seed)
    }

    mutating func step() throws {
        let browser = Int.random(in: 0..<2, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: try act(browser)
        case 4..<6: try reverse(browser)
        default: try other()
        }
    }

    private mutating func act(_ browser: Int) throws {
        let photos = Int.random(in: 0..<4, using: &random) == 0 ? trashed() : present()
        let some = photos.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
        guard let photo = some.first else { return }
        let days = Int.random(in: -400...400, using: &random)
        let isHidden = photo.isHidden
        let verbs: [[String: Any]] =
            photo.recentlyDeletedDate != nil
            ? [["do": "restore"]]
            : [
                ["do": "set", "shiftSeconds": days * 86_400], ["do": "favorite"],
                ["do": "unfavorite"], ["do": "delete"], ["do": isHidden ? "unhide" : "hide"],
                ["do": "set", "date": "20\(10 + abs(days) % 10)-02-03T04:05:06Z"],
            ]
        var json = verbs[Int.random(in: 0..<verbs.count, using: &random)]
        json["on"] = ["ids": some.map(TestPhotos.uuid)]
        let answer = try post("/api/actions", json, browser)
        if let step = answer.json["undo"] as? String { undo[browser].append(step) }
    }

    private mutating func reverse(_ browser: Int) throws {
        if let step = redo[browser].last, Bool.random(using: &random) {
            redo[browser].removeLast()
            let answer = try post("/api/redo", ["redo": step], browser)
            if let step = answer.json["undo"] as? String { undo[browser].append(step) }
        } else if let step = undo[browser].popLast() {
            let answer = try post("/api/undo", ["undo": step], browser)
            if let step = answer.json["redo"] as? String { redo[browser].append(step) }
        }
    }

    private mutating func post(
        _ path: String,
        _ json: [String: Any],
        _ browser: Int
    ) throws -> Answer {
        let body = try JSONSerialization.data(withJSONObject: json)
        let text = String(decoding: body, as: UTF8.self)
        let answer = try program.post(path, browsers[browser].headers, text)
        // A change of something that somebody else changed meanwhile is refused with a reason.
        guard [200, 403, 409].contains(answer.status) else {
            Issue.record("\(path) answered \(answer.status): \(answer.text)")
            return answer
        }
        if answer.status == 200 { done[path, default: 0] += 1 }
        return answer
    }

    private mutating func other() throws {
        done["other", default: 0] += 1
        let some = Array(present().shuffled(using: &random).prefix(3))
        let gone = Array(trashed().prefix(2))
        let seconds = Double.random(in: 1e9...1.7e9, using: &random)
        let kind = Int.random(in: 0..<6, using: &random)
        if kind == 0 || some.isEmpty {
            try TestPhotos.add(2, from: added, to: library)
            added += 2
            return
        }
        try library.withCurrent {
            try library.performChangesAndWait {
                switch kind {
                case 1:
                    for photo in some {
                        PHAssetChangeRequest(for: photo).creationDate = Date(
                            timeIntervalSince1970: seconds
                        )
                    }
                case 2: PHAssetChangeRequest.deleteAssets(Array(some.prefix(1)))
                case 3: PHAssetChangeRequest.restoreAssets(gone)
                case 4: PHAssetChangeRequest.purgeAssets(Array(gone.prefix(1)))
                default:
                    for photo in some {
                        PHAssetChangeRequest(for: photo).isFavorite = !photo.isFavorite
                    }
                }
            }
        }
    }

    private func present() -> [PHAsset] {
        library.withCurrent {
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            let found = PHAsset.fetchAssets(with: options)
            return found.objects(at: IndexSet(0..<found.count))
        }
    }

    private func trashed() -> [PHAsset] {
        library.withCurrent {
            let found = PHAsset.fetchRecentlyDeletedAssets(with: nil)
            return found.objects(at: IndexSet(0..<found.count))
        }
    }
}
