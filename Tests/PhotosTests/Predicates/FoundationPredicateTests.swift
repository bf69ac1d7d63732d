import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// What Foundation's own objects keep and give back.
@Suite(.permit) struct FoundationPredicateTests {
    @Test
    func `predicates that ask the same are equal`() {
        let written = NSPredicate(format: "mediaType == %d AND creationDate > %@", 1, early)
        #expect(written == NSPredicate(format: "(mediaType=1) && creationDate>%@", early as NSDate))
        #expect(
            written.hash == NSPredicate(format: "mediaType = 1 AND creationDate > %@", early).hash
        )
        #expect(written != NSPredicate(format: "mediaType == %d AND creationDate > %@", 2, early))
        #expect(written != NSPredicate(value: false))
        #expect(NSPredicate(value: false) != written)
        #expect(written.copy() as? NSPredicate == written)
        #expect(written.description == "mediaType == %d AND creationDate > %@")
    }

    @Test
    func `a format string filters plain objects`() {
        let people: [[String: Any]] = [
            ["name": "Ada", "age": 36], ["name": "Bo"], ["name": "Cy", "age": 4.5],
        ]
        func names(_ predicate: NSPredicate) -> [String] {
            people.filter { predicate.evaluate(with: $0) }.compactMap { $0["name"] as? String }
        }
        #expect(names(NSPredicate(format: "age > 4")) == ["Ada", "Cy"])
        #expect(names(NSPredicate(format: "age == nil")) == ["Bo"])
        #expect(names(NSPredicate(format: "NOT (age > 5)")) == ["Bo", "Cy"])
        #expect(
            names(NSPredicate(format: "name BEGINSWITH[c] 'a' OR name IN {'Cy'}")) == ["Ada", "Cy"]
        )
        let words = NSPredicate(format: "SELF CONTAINS[cd] %@", "É")
        #expect(
            ["Tee", "Kaffee", "Saft"].filter { words.evaluate(with: $0) } == ["Tee", "Kaffee"]
        )
        let nested = NSPredicate(format: "owner.name == 'Ada' AND tags CONTAINS 'x'")
        #expect(
            nested.evaluate(with: ["owner": ["name": "Ada"], "tags": ["x", "y"]] as [String: Any])
        )
        #expect(!nested.evaluate(with: ["owner": ["name": "Bo"], "tags": ["x"]] as NSDictionary))
        #expect(NSPredicate(format: "value == 3").evaluate(with: Answering()))
    }

    private final class Answering: NSObject, KeyValueReading {
        func value(forKey key: String) -> Any? { key == "value" ? 3 : nil }
    }

    @Test
    func `blocks are kept apart from what SQL can answer`() throws {
        let block = NSPredicate { _, _ in true }
        let image = NSPredicate(format: "mediaType == 1")
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [image, block])
        let reading = try predicateReading(of: both, for: .asset, keyPaths: [:])
        #expect(reading.condition == .field(.asset(.mediaType), .equal, .integer(1)))
        #expect(reading.blocks == [block])
        #expect(refusal(both)?.code == .unsupported)
        #expect(
            refusal(NSCompoundPredicate(orPredicateWithSubpredicates: [image, block]))?.code
                == .unsupported
        )
        #expect(
            refusal(NSCompoundPredicate(notPredicateWithSubpredicate: block))?.code == .unsupported
        )
    }

    @Test
    func `a format string that cannot be read stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "mediaType == ")
        }
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "mediaType == %d AND duration > %f", 1)
        }
    }

    @Test
    func `Foundation's objects are variadic arguments`() {
        let arguments: [any CVarArg] = [
            early, early as NSDate, [1, 2], ["a"], NSNumber(value: 3), Set([1]), "text",
        ]
        for argument in arguments {
            #expect(NSPredicate(format: "SELF == %@ OR TRUEPREDICATE", argument).evaluate(with: 1))
        }
        expectPhotos(NSPredicate(format: "mediaType IN %@", [1, 2] as any CVarArg)) {
            [1, 2].contains($0.mediaType)
        }
    }
}
