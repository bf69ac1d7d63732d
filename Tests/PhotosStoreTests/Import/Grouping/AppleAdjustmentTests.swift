import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AppleAdjustmentTests {
    private let fields: [String: Any] = [
        "adjustmentBaseVersion": 1,
        "adjustmentData": Data([1, 2, 3]),
        "adjustmentEditorBundleID": "com.apple.mobileslideshow",
        "adjustmentFormatIdentifier": "com.apple.photo",
        "adjustmentFormatVersion": "1.6",
        "adjustmentTimestamp": Date(timeIntervalSinceReferenceDate: 600_000_000),
    ]

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a recipe is read from both forms of property list`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: fields,
            format: format,
            options: 0
        )
        let recipe = try AppleAdjustment(bytes)
        #expect(recipe.formatIdentifier == "com.apple.photo")
        #expect(recipe.formatVersion == "1.6")
        #expect(recipe.baseVersion == 1)
        #expect(recipe.date == Date(timeIntervalSinceReferenceDate: 600_000_000))
        #expect(recipe.editor == "com.apple.mobileslideshow")
        #expect(recipe.data == Data([1, 2, 3]))
        #expect(recipe.supplement.formatVersion == "1.6")
    }

    @Test(arguments: [
        (Data(), "is empty"),
        (Data("hello".utf8), "is not a property list"),
        (Data(count: AppleAdjustment.maximumSize + 1), "is larger"),
    ])
    func `what is no recipe is refused with what to do`(bytes: Data, part: String) {
        let error = #expect(throws: StoreError.self) { try AppleAdjustment(bytes) }
        #expect(error?.message.contains(part) == true)
    }

    @Test(arguments: [
        "adjustmentData", "adjustmentFormatIdentifier", "adjustmentFormatVersion",
    ])
    func `a recipe that lacks what it needs is refused`(key: String) throws {
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: fields.filter { $0.key != key },
            format: .binary,
            options: 0
        )
        let error = #expect(throws: StoreError.self) { try AppleAdjustment(bytes) }
        #expect(error?.message.contains("does not say its format") == true)
    }

    @Test(.timeLimit(.minutes(20)))
    func `references that multiply are not followed`() throws {
        // Each list holds the next one twice: two to the power of 60 lists in some hundred bytes.
        let count: UInt8 = 60
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for index in 0..<count {
            offsets.append(bytes.count)
            bytes +=
                index == 0
                ? [0xD1, count, 1] : index < count - 1 ? [0xA2, index + 1, index + 1] : [0xA0]
        }
        offsets.append(bytes.count)
        bytes += [0x51, 0x61]
        let table = bytes.count
        for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
        bytes += [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [offsets.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        let error = #expect(throws: StoreError.self) { try AppleAdjustment(Data(bytes)) }
        #expect(error?.message.contains("does not say its format") == true)
    }

    @Test(arguments: 0..<500)
    func `damaged recipes are refused or read, and end nothing`(seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var bytes = try PropertyListSerialization.data(
            fromPropertyList: fields.merging(["ö": "ü", "long": Data(count: 300)]) { $1 },
            format: .binary,
            options: 0
        )
        for _ in 0..<numbers.number(below: 6) + 1 {
            bytes[numbers.number(below: bytes.count)] = UInt8(numbers.number(below: 256))
        }
        if numbers.chance(0.3) { bytes = bytes.prefix(numbers.number(below: bytes.count)) }
        do {
            #expect(try AppleAdjustment(bytes).data.count <= bytes.count)
        } catch {
            #expect(error is StoreError)
        }
    }

    @Test func `a file that is not there is refused`() {
        let error = #expect(throws: StoreError.self) {
            try AppleAdjustment(contentsOf: URL(fileURLWithPath: "/no/such/IMG_1.AAE"))
        }
        #expect(error?.message.contains("cannot be opened") == true)
    }
}
