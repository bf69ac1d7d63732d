import Foundation
package import PhotosMedia
package import PhotosStore
import Synchronization

extension EngineEnvironment {
    /// An environment without chance: identifiers and random numbers come from a seed, the time from a clock.
    package static func test(seed: UInt64 = 1, clock: TestClock = TestClock()) -> EngineEnvironment
    {
        let numbers = RandomSource(seed: seed)
        return EngineEnvironment(
            now: { clock.now },
            makeUUID: { numbers.uuid() },
            random: { numbers.number() },
            author: "tests"
        )
    }

    /// Makes the same small picture of each file.
    package static let smallPictures: @Sendable (Int32, PictureRequest) throws -> [Picture] = {
        let bytes = Data(TestJPEG(width: 8, height: 8, seed: 5).data())
        return { _, request in
            request.renditions.map { Picture(width: 8, height: 8, format: $0.format, bytes: bytes) }
        }
    }()
}

private final class RandomSource: Sendable {
    private let generator: Mutex<SeededNumbers>

    init(seed: UInt64) { generator = Mutex(SeededNumbers(seed: seed)) }

    func number() -> UInt64 { generator.withLock { $0.next() } }

    func uuid() -> UUID {
        let (high, low) = generator.withLock { ($0.next(), $0.next()) }
        let bytes = withUnsafeBytes(of: (high, low)) { Array($0) }
        return UUID(bytes: bytes) ?? UUID()
    }
}
