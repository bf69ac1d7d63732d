import Foundation
import PhotosImport
import TestPermits
import Testing

/// Which files an import takes although the library that exported them has deleted their photos.
@Suite(.permit) struct DeletedExportTests {
    private func taken(
        _ files: [(name: String, exported: String?, now: String?, isHeld: Bool)]
    ) -> [String] {
        let files = files.map { file in
            (
                file: DeletedExport(
                    URL(fileURLWithPath: "/out/\(file.name)"),
                    checksum: file.exported
                ),
                present: DeletedExport.Present(checksum: file.now, isHeld: file.isHeld)
            )
        }
        return zip(files, DeletedExport.areTaken(files)).filter(\.1)
            .map(\.0.file.url.lastPathComponent)
    }

    @Test func `bytes of the library, and bytes that the export did not write, are taken`() {
        #expect(
            taken([
                ("same.jpg", "1", "1", false), ("changed.jpg", "1", "2", false),
                ("held.jpg", "1", "1", true), ("unreadable.jpg", "1", nil, false),
                ("earlier.jpg", nil, "2", false),
            ]) == ["changed.jpg", "held.jpg"]
        )
    }

    @Test func `the advice names the photo and the sidecars beside it`() {
        let files = ["a.jpg", "a.jpg.xmp", "a.jpg.pp3", "it's.CR2", "it's.xmp", "alone.xmp"]
            .map { URL(fileURLWithPath: "/out/\($0)") }
        let advice = DeletedExportAdvice(files)
        let reasons = files.map { advice.reasonText(for: $0, isChanged: false) }
        let first = "\"photokit import /out/a.jpg /out/a.jpg.xmp /out/a.jpg.pp3\"."
        for reason in reasons[0...2] { #expect(reason.hasSuffix(first), "\(reason)") }
        let second = "\"photokit import '/out/it'\\''s.CR2' '/out/it'\\''s.xmp'\"."
        for reason in reasons[3...4] { #expect(reason.hasSuffix(second), "\(reason)") }
        #expect(reasons[5].contains("No photo lies beside it."))
        #expect(advice.reasonText(for: files[1], isChanged: true).contains("Somebody has changed"))
    }

    @Test func `a sidecar comes with the changed file of its name alone`() {
        #expect(
            taken([
                ("a.jpg", "1", "2", false), ("a.jpg.xmp", "3", "3", false),
                ("a.jpg.pp3", "3", "4", false), ("b.jpg", "1", "1", false),
                ("b.jpg.xmp", "3", "4", false), ("c.cr2", "1", "2", false),
                ("c.xmp", "3", "3", false),
            ]) == ["a.jpg", "a.jpg.xmp", "a.jpg.pp3", "c.cr2", "c.xmp"]
        )
    }
}
