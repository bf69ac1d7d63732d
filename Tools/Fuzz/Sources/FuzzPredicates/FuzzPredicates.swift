import Foundation
import FuzzSupport
import PhotosStore
import PhotosTestSupport

/// Reads bytes as a predicate, and asks it of a few records in each way there is: all must agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    if first % 2 == 0 {
        PredicateQuestion.ask(text: String(decoding: bytes.dropFirst(), as: UTF8.self))
    } else {
        PredicateQuestion.ask(madeOf: Array(bytes.dropFirst()))
    }
    return 0
}

/// Small examples of everything.
private func seeds() throws -> [String: [UInt8]] {
    let texts = [
        "mediaType == %d AND creationDate >= %@", "NOT (isFavorite == YES) || duration > 1.5e0",
        "burstIdentifier LIKE[cd] 'a*?' OR 'a' IN burstIdentifier", "(mediaSubtypes & 8) != 0",
        "pixelWidth BETWEEN {1, 3} && SELF.mediaType IN {1, 2, nil}", "location != nil",
        "burstIdentifier MATCHES '[a-c]+' and %K CONTAINS \"\\n\\u00e9\"",
        "mediaType = 0x1F OR localIdentifier == 'a'", "title BEGINSWITH 'A'", "#mediaType IN %@",
    ]
    var seeds: [String: [UInt8]] = [:]
    seeds["long"] = Array("\0mediaType\(String(repeating: " & duration", count: 60)) != 0".utf8)
    for (number, text) in texts.enumerated() { seeds["text\(number)"] = [0] + Array(text.utf8) }
    for number in 0..<12 {
        seeds["made\(number)"] =
            [1] + (0..<40).map { UInt8(truncatingIfNeeded: $0 * (2 * number + 3) + number) }
    }
    return seeds
}

/// The package manager starts executables by this name, so that the fuzzer's own `main` is not reached.
@_cdecl("FuzzPredicates_main")
public func start(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    Fuzzer.start(count, arguments, seeds: seeds, test: testOneInput)
}
