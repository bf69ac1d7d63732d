import Foundation
import PhotosImport
import TestPermits
import Testing

@Suite(.permit) struct ExportTemplateTests {
    private static var values: ExportTemplateValues {
        var values = ExportTemplateValues(original: "IMG_1", type: "image", id: "3F2A81C0")
        // 2024-05-31 23:30 GMT, an hour east of it.
        values.creationDate = Date(timeIntervalSince1970: 1_717_198_200)
        values.zone = 3_600
        values.album = ["Trips", "Como/2024"]
        values.camera = "Apple iPhone"
        values.rating = 4
        return values
    }

    @Test(arguments: [
        ("{original}", "IMG_1"),
        ("{created:%Y/%m}/{original}", "2024/06/IMG_1"),
        ("{created:%y-%j %H.%M.%S}", "24-153 00.30.00"),
        ("{album}/{original}", "Trips/Como_2024/IMG_1"),
        ("{camera} {rating}/{id}", "Apple iPhone 4/3F2A81C0"),
        ("{favorite|plain}/{type}", "plain/image"),
        ("{favorite}/{original}", "IMG_1"),
        ("{caption}", "photo"),
        ("{{{original}}}", "{IMG_1}"),
        ("{added:%Y|none}/x", "none/x"),
        ("a//b/{original}", "a/b/IMG_1"),
    ])
    func `a pattern gives the folders and the name`(_ pattern: String, _ path: String) throws {
        let parts = try ExportTemplate(pattern).parts(for: Self.values)
        #expect(parts.joined(separator: "/") == path)
    }

    @Test(arguments: [
        "", "x/", "{", "}", "{original", "{unknown}", "{original:%Y}", "{created}", "{created:}",
        "{created:%Q}", "{created:%}", "{rating:%d}",
    ])
    func `a text that is no pattern is refused with its reason`(_ text: String) {
        let fault = #expect(throws: ExportTemplate.Fault.self) { try ExportTemplate(text) }
        #expect(fault?.message.hasPrefix("The pattern ") == true)
        #expect(fault?.message.hasSuffix(".") == true || fault?.message.hasSuffix("}") == true)
    }

    @Test func `a slash in a value makes no folder, even under a combining mark`() throws {
        var values = Self.values
        values.caption = "a/b/\u{301}c"
        #expect(try ExportTemplate("{caption}").parts(for: values) == ["a_b_\u{301}c"])
    }
}
