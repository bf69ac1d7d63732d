import Photos
import TestPermits
import Testing

@Suite(.permit) struct FastEnumerationTests {
    private func elements(_ collection: any NSFastEnumeration) -> [Any] {
        collection.enumeratedElements
    }

    private struct Pair: FastEnumerable {
        let fastEnumerationElements: [Any]
    }

    private struct Opaque: NSFastEnumeration {}

    @Test func `the elements of arrays come in their order, as the same objects`() {
        let first = NSObject()
        let second = NSObject()
        for collection: any NSFastEnumeration in [
            [second, first] as any NSFastEnumeration,
            [second, first] as NSArray,
            NSMutableArray(array: [second, first]),
            NSOrderedSet(array: [second, first]),
        ] {
            let found = elements(collection).compactMap { $0 as? NSObject }
            #expect(found.count == 2)
            #expect(found.first === second)
            #expect(found.last === first)
        }
    }

    @Test func `sets give each element once`() throws {
        let object = NSObject()
        let found = elements(Set([object, object]))
        #expect(found.count == 1)
        #expect(try #require(found.first as? NSObject) === object)
        #expect(elements(NSSet(array: [object, object])).count == 1)
    }

    @Test func `empty collections have no elements`() {
        #expect(elements([NSObject]()).isEmpty)
        #expect(elements(NSArray()).isEmpty)
    }

    @Test func `a collection that is no sequence gives its own elements`() {
        let found = elements(Pair(fastEnumerationElements: ["a", "b"]))
        #expect(found as? [String] == ["a", "b"])
    }

    @Test func `a type without a way to its elements traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = (Opaque() as any NSFastEnumeration).enumeratedElements
        }
    }
}
