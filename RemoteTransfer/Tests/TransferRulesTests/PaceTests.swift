import Foundation
import PhotosBase
import Testing
import TransferRules

/// Waits, limits, parts, and the order of lists.
struct PaceTests {
    @Test func `waits grow, have jitter, and end with the patience`() {
        var backoff = Backoff(patience: 60)
        let failure = TransferFailure(.cutOff, "", retry: true)
        var waits: [Double] = []
        while let wait = backoff.nextWait(after: failure, elapsed: 1, random: 1) {
            waits.append(wait)
        }
        #expect(waits == [0.5, 1, 2, 4, 8, 16, 20])
        backoff.resetAfterProgress()
        #expect(backoff.nextWait(after: failure, elapsed: 0, random: 0.5) == 0.25)
        #expect(
            backoff.nextWait(after: TransferFailure(.refused, ""), elapsed: 0, random: 0) == nil
        )
        let page = TransferFailure(.notTheService, "", retry: true)
        backoff.resetAfterProgress()
        #expect(backoff.nextWait(after: page, elapsed: 0, random: 1) == 0.5)
        #expect(backoff.nextWait(after: page, elapsed: 0, random: 1) == 1)
        #expect(backoff.nextWait(after: page, elapsed: 0, random: 1) == nil)
    }

    @Test func `a server's wait is kept, and one beyond the patience ends the request`() {
        var backoff = Backoff(patience: 30)
        #expect(
            backoff.nextWait(
                after: TransferFailure(.limited, "", retry: true, after: 20),
                elapsed: 0,
                random: 0
            ) == 20
        )
        #expect(
            backoff.nextWait(
                after: TransferFailure(.limited, "", retry: true, after: 20),
                elapsed: 0,
                random: 0
            ) == nil
        )
    }

    @Test func `a service that has not answered yet gets a short time`() {
        let contact = FirstContact(seconds: 4.5)
        #expect(contact.silenceLimit(stall: 60, hasAnswered: false, hasMoved: false) == 4.5)
        #expect(contact.silenceLimit(stall: 60, hasAnswered: true, hasMoved: false) == 60)
        #expect(contact.silenceLimit(stall: 60, hasAnswered: false, hasMoved: true) == 60)
        #expect(contact.silenceLimit(stall: 1, hasAnswered: false, hasMoved: false) == 1)
    }

    @Test func `a service that has not answered yet is tried again for a few seconds alone`() {
        let contact = FirstContact(seconds: 4.5)
        func failure(_ code: RemoteFailureCode, stall: Double = 60) -> TransferFailure {
            contact.adjustedFailure(
                TransferFailure(code, "", retry: true),
                of: "host",
                stall: stall
            )
        }
        for code in [RemoteFailureCode.unreachable, .cutOff, .stalled] {
            var backoff = Backoff(patience: 120)
            var waited = 0.0
            while let wait = backoff.nextWait(after: failure(code), elapsed: 0, random: 1) {
                waited += wait
            }
            #expect(waited == 3.5)
            #expect(backoff.nextWait(after: failure(code), elapsed: 4.5, random: 0) == nil)
        }
        let silent = failure(.stalled)
        #expect(silent.code == .unreachable)
        #expect(
            silent.sentence
                == "host has accepted a connection, and did not answer within 5 seconds. Check whether the service works."
        )
        // A failure that the service itself reports keeps its patience.
        #expect(failure(.limited).patience == nil)
        #expect(failure(.stalled, stall: 1).code == .stalled)
    }

    @Test func `the bucket passes its rate`() {
        var bucket = TokenBucket(rate: 1_000, now: 0)
        #expect(bucket.reserveBytes(250, now: 0) == 0)
        #expect(bucket.reserveBytes(500, now: 0) == 0.5)
        #expect(bucket.reserveBytes(500, now: 0) == 1)
        #expect(bucket.reserveBytes(0, now: 1) == 0)
        // An hour of silence gives a quarter of a second of bytes.
        #expect(bucket.reserveBytes(1_250, now: 3_600) == 1)
        #expect(bucket.reserveBytes(0, now: 3_000) == 1)
    }

    @Test func `progress is told ten times a second at most`() {
        var pace = ProgressPace(now: 0)
        let told = (1...1_000).filter { pace.shouldReport(Int64($0), now: Double($0) / 1_000) }
            .count
        #expect((9...10).contains(told))
        let isTold = pace.shouldReport(2_000, now: 9)
        let isToldAgain = pace.shouldReport(2_000, now: 10)
        #expect(isTold && !isToldAgain)
    }

    @Test(arguments: [1, (64 << 20) + 1, 80 << 30, (80 << 30) + 1, 5 << 40] as [Int64])
    func `parts cover a file`(_ bytes: Int64) {
        let plan = PartPlan(bytes: bytes)
        #expect(plan.count <= 10_000 && plan.partBytes >= 8 << 20)
        #expect(
            plan.byteRange(ofPart: 0).lowerBound == 0
                && plan.byteRange(ofPart: plan.count - 1).upperBound == bytes
        )
        #expect(!plan.byteRange(ofPart: plan.count - 1).isEmpty)
        if plan.count > 1 {
            #expect(plan.byteRange(ofPart: 0).upperBound == plan.byteRange(ofPart: 1).lowerBound)
        }
    }

    @Test func `the completing document names each part`() {
        #expect(
            PartPlan.completionDocument(tags: ["\"a\"", "b<"]).contains(
                "<PartNumber>2</PartNumber><ETag>b&lt;</ETag>"
            )
        )
    }

    @Test func `percent encoding keeps every byte`() {
        for text in ["a b+c/ä%", "~-._", "日本 🙂"] {
            let encoded = PercentEncoding.encode(text, keepsSlash: false)
            #expect(
                PercentEncoding.decode(encoded) == text && !encoded.contains("/")
                    && !encoded.contains("+")
            )
        }
        #expect(PercentEncoding.decode("%4") == nil && PercentEncoding.decode("%zz") == nil)
        #expect(PercentEncoding.decode("%ff") == nil)
    }

    /// Lists a tree of folders as a server would, page by page.
    private func walk(_ names: [String], prefix: String, limit: Int) -> [String] {
        var found: [String] = []
        while true {
            var walk = DAVFolderOrder(prefix: prefix, after: found.last ?? "", limit: limit)
            while let folder = walk.nextFolder() {
                let parent = folder.isEmpty ? "" : folder + "/"
                var objects: [ListedObject] = []
                var folders: Set<String> = []
                for name in names where name.hasPrefix(parent) {
                    let rest = name.dropFirst(parent.count)
                    if let slash = rest.firstIndex(of: "/") {
                        folders.insert(parent + rest[..<slash])
                    } else {
                        objects.append(ListedObject(name: name, bytes: 0))
                    }
                }
                walk.addMembers(objects: objects.shuffled(), folders: Array(folders).shuffled())
            }
            found += walk.items.map(\.name)
            if !walk.isFull { return found }
        }
    }

    @Test func `folders are listed in the order of S3, page by page`() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<150 {
            var names: Set<String> = []
            for _ in 0..<Int.random(in: 1...25, using: &chance) {
                let parts = (0..<Int.random(in: 1...3, using: &chance)).map { _ in
                    String(
                        (0..<Int.random(in: 1...2, using: &chance)).map { _ in
                            "a.-b0".randomElement(using: &chance) ?? "a"
                        }
                    ) + "x"
                }
                names.insert(parts.joined(separator: "/"))
            }
            // A name cannot be a folder and an object at once.
            let kept = names.filter { name in !names.contains { $0.hasPrefix(name + "/") } }
            for prefix in ["", "ax/", "a", "bx/.x/", "none/"] {
                let expected = kept.filter { $0.hasPrefix(prefix) }.sorted {
                    Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
                }
                #expect(
                    walk(Array(kept), prefix: prefix, limit: .random(in: 1...6, using: &chance))
                        == expected
                )
            }
        }
    }
}
