import ServeRules
import TestPermits
import Testing

/// Who has parts of movies made, and in which order; the names of parts and the sizes of movies.
@Suite(.permit) struct MovieQueueTests {
    private static func owner(_ number: Int, _ visitor: String = "owner") -> MovieQueue.Request {
        MovieQueue.Request(number: number, visitor: visitor, isLimited: false)
    }

    private static func guest(_ number: Int, _ visitor: String) -> MovieQueue.Request {
        MovieQueue.Request(number: number, visitor: visitor, isLimited: true)
    }

    @Test func aVisitorHasOnePartMadeAndWaitsForOneMore() {
        var queue = MovieQueue()
        #expect(queue.add(Self.owner(1)) == .begins)
        #expect(queue.add(Self.owner(2)) == .waits)
        #expect(queue.add(Self.owner(3)) == .refused)
        // Another device of the owner has the other place.
        #expect(queue.add(Self.owner(4, "device")) == .begins)
        #expect(queue.remove(1) == [2])
        #expect(queue.add(Self.owner(5)) == .waits)
        #expect(queue.remove(4) == [])
        #expect(queue.remove(2) == [5])
    }

    @Test func guestsLeaveAPlaceForTheOwner() {
        var queue = MovieQueue()
        #expect(queue.add(Self.guest(1, "a")) == .begins)
        #expect(queue.add(Self.guest(2, "b")) == .waits)
        #expect(queue.add(Self.guest(3, "c")) == .waits)
        #expect(queue.add(Self.owner(4)) == .begins)
        #expect(queue.remove(4) == [])
        #expect(queue.remove(1) == [2])
    }

    @Test func theOwnerComesBeforeGuestsWhoWaited() {
        var queue = MovieQueue()
        #expect(queue.add(Self.owner(1, "device")) == .begins)
        #expect(queue.add(Self.guest(2, "a")) == .begins)
        #expect(queue.add(Self.guest(3, "b")) == .waits)
        #expect(queue.add(Self.owner(4)) == .waits)
        #expect(queue.remove(2) == [4])
        #expect(queue.remove(4) == [3])
    }

    @Test func theLineOfGuestsHasAnEndAndTheOwnerStandsBesideIt() {
        var queue = MovieQueue(places: 2, longestLine: 2)
        #expect(queue.add(Self.guest(1, "a")) == .begins)
        #expect(queue.add(Self.guest(2, "b")) == .waits)
        #expect(queue.add(Self.guest(3, "c")) == .waits)
        #expect(queue.add(Self.guest(4, "d")) == .refused)
        #expect(queue.add(Self.owner(5)) == .begins)
        #expect(queue.add(Self.owner(6)) == .waits)
        // Who leaves the line makes room.
        #expect(queue.remove(2) == [])
        #expect(queue.add(Self.guest(7, "d")) == .waits)
    }

    @Test func everyRequestBeginsOnceWhateverComesAndGoes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var queue = MovieQueue()
            var (running, waiting) = ([MovieQueue.Request](), [MovieQueue.Request]())
            for number in 0..<200 {
                if Bool.random(using: &random), let gone = (running + waiting).randomElement() {
                    running.removeAll { $0 == gone }
                    waiting.removeAll { $0 == gone }
                    for next in queue.remove(gone.number) {
                        let index = waiting.firstIndex { $0.number == next }
                        guard let index else {
                            Issue.record("\(next) begins without having waited.")
                            return
                        }
                        running.append(waiting.remove(at: index))
                    }
                } else {
                    let visitor = Int.random(in: 0..<6, using: &random)
                    let request = MovieQueue.Request(
                        number: number,
                        visitor: "\(visitor)",
                        isLimited: visitor > 1
                    )
                    switch queue.add(request) {
                    case .begins: running.append(request)
                    case .waits: waiting.append(request)
                    case .refused: #expect(waiting.contains { $0.visitor == request.visitor })
                    }
                }
                #expect(running.count <= 2 && running.count(where: \.isLimited) <= 1)
                #expect(Set(running.map(\.visitor)).count == running.count)
                #expect(Set(waiting.map(\.visitor)).count == waiting.count)
                #expect(!running.isEmpty || waiting.isEmpty)
            }
        }
    }

    @Test(arguments: [
        (1, 640), (640, 640), (960, 640), (961, 1280), (1280, 1280), (1600, 1280), (1601, 1920),
        (16_384, 1920),
    ])
    func theNearestSizeIsTaken(_ pixels: Int, _ side: Int) {
        #expect(MovieSide(nearest: pixels).rawValue == side)
    }

    @Test func partsHaveOneNameEach() {
        #expect(MoviePart("init") == .initialization)
        #expect(MoviePart("0") == .fragment(0) && MoviePart("43199") == .fragment(43199))
        for part in [MoviePart.initialization, .fragment(7)] {
            #expect(MoviePart(part.name) == part)
        }
        for name in ["", "Init", "00", "07", "-1", "+1", "1.0", "1 ", "1000000", "x", "٣"] {
            #expect(MoviePart(name) == nil, "\(name)")
        }
    }
}
