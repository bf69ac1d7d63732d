import Foundation
import PhotosStore
import Testing

@Suite struct AppleAdjustmentTests {
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
        (Data("hello".utf8), "is no property list"),
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

    @Test func `a file that is not there is refused`() {
        let error = #expect(throws: StoreError.self) {
            try AppleAdjustment(contentsOf: URL(fileURLWithPath: "/no/such/IMG_1.AAE"))
        }
        #expect(error?.message.contains("cannot be opened") == true)
    }
}
