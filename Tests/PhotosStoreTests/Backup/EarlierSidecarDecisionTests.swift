import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// Which sidecars a backup keeps from an earlier one, and as what.
@Suite(.permit) struct EarlierSidecarDecisionTests {
    private typealias Origin = EarlierSidecarDecision.Origin
    private let photo = UUID()

    private func outcome(
        _ name: String = "a.xmp",
        origins: [Origin] = [],
        isEarlier: Bool = false,
        hasWords: Bool = true,
        _ state: (inout EarlierSidecarDecision) -> Void = { _ in }
    ) -> EarlierSidecarDecision.Outcome {
        var decision = EarlierSidecarDecision()
        state(&decision)
        return decision.outcome(
            of: .init(name, of: photo, origins: origins, isEarlier: isEarlier)
        ) { hasWords }
    }

    private let proved = Origin(row: 1, folder: 7, isProved: true)
    private let named = Origin(row: 2, folder: 7, isProved: false)

    @Test func `one that was removed from beside its photo goes`() {
        func isBeside(_ decision: inout EarlierSidecarDecision) {
            decision.photoFiles[photo] = [.init("a.jpg", in: 7)]
        }
        #expect(outcome(origins: [proved], isBeside) == .goes)
        #expect(outcome(origins: [proved]) == .stays)
        #expect(
            outcome(origins: [proved]) { $0.photoFiles[photo] = [.init("a.jpg", in: 8)] } == .stays
        )
        // The name alone proves nothing.
        #expect(outcome(origins: [named], isBeside) == .stays)
        #expect(outcome(origins: [proved, named], isBeside) == .stays)
        #expect(outcome(origins: [], isBeside) == .stays)
    }

    @Test func `one that went with the file that it describes stays beside what is left`() {
        func outcome(_ name: String, rawIn folder: Int64?) -> EarlierSidecarDecision.Outcome {
            self.outcome(name, origins: [proved]) {
                $0.photoFiles[photo] = [.init("a.jpg", in: 7), .init("a.cr3", in: folder)]
            }
        }
        for name in ["a.xmp", "a.cr3.xmp", "a.cr3.pp3"] {
            #expect(outcome(name, rawIn: nil) == .stays)
            #expect(outcome(name, rawIn: 7) == .goes)
        }
        #expect(outcome("a.jpg.xmp", rawIn: nil) == .goes)
        // The sidecar lay beside the JPEG.
        #expect(outcome("a.xmp", rawIn: 8) == .goes)
    }

    @Test func `one that went with a file stays where the photo goes on without that file`() {
        func outcome(_ name: String, former: [String]) -> EarlierSidecarDecision.Outcome {
            self.outcome(name, origins: [proved]) {
                $0.photoFiles[photo] = [.init("a.jpg", in: 7)]
                $0.formerFiles[photo] = former
            }
        }
        for name in ["a.xmp", "a.cr3.xmp", "a.cr3.pp3"] {
            #expect(outcome(name, former: ["a.cr3"]) == .stays)
        }
        #expect(outcome("a.xmp", former: []) == .goes)
        #expect(outcome("a.jpg.xmp", former: ["a.cr3"]) == .goes)
    }

    @Test func `one goes when a new file of its name comes`() {
        #expect(outcome { $0.newNames[photo] = ["a.xmp"] } == .goes)
        #expect(outcome { $0.newNames[photo] = ["b.xmp"] } == .stays)
        #expect(outcome { $0.newNames[UUID()] = ["a.xmp"] } == .stays)
    }

    @Test func `one whose file is only left out stays`() {
        let outcome = self.outcome(origins: [proved]) {
            $0.sidecars = [1: photo]
            $0.photoFiles[photo] = [.init("a.jpg", in: 7)]
            $0.newNames[photo] = ["a.xmp"]
        }
        #expect(outcome == .stays)
        let other = self.outcome(origins: [proved]) {
            $0.sidecars = [1: UUID()]
            $0.photoFiles[photo] = [.init("a.jpg", in: 7)]
        }
        #expect(other == .goes)
    }

    @Test func `one whose words the photo has not any more is an earlier one from then on`() {
        #expect(outcome(hasWords: false) == .staysAsEarlier)
        #expect(outcome(isEarlier: true) == .staysAsEarlier)
        #expect(
            outcome(origins: [named], hasWords: false) { $0.sidecars = [2: photo] }
                == .staysAsEarlier
        )
        #expect(outcome("a.jpg.picasa.ini", hasWords: false) == .staysAsEarlier)
        // Nothing is read from settings.
        #expect(outcome("a.jpg.pp3", hasWords: false) == .stays)
    }

    @Test func `words count as recorded where each of them is`() {
        var words = RecordedFacts(reader: 3)
        #expect(words.areAll(in: nil))
        (words.caption, words.keywords) = ("Lake", ["hut"])
        #expect(!words.areAll(in: nil))
        var recorded = RecordedFacts(reader: 4)
        (recorded.caption, recorded.keywords) = ("Lake", ["hut", "snow"])
        recorded.rating = 3
        #expect(words.areAll(in: recorded))
        recorded.caption = "Sea"
        #expect(!words.areAll(in: recorded))
        var date = RecordedFacts(reader: 3)
        date.capture = .init(date: .now, zone: nil, isZoneAssumed: false, source: nil)
        #expect(date.areAll(in: nil))
    }
}
