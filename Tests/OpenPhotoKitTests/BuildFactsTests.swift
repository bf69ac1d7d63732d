import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// What an installation says about the build of its programs.
@Suite(.permit) struct BuildFactsTests {
    private static let text = """
        version 0.2.0
        revision 1f0c2d4e5b6a79880f1e2d3c4b5a69788796a5b4 with changes
        swift 6.3.1

        """

    @Test func `lines have a name and a value`() {
        let facts = BuildFacts(text: Self.text)
        #expect(facts.version == "0.2.0")
        #expect(facts.revision == "1f0c2d4e5b6a79880f1e2d3c4b5a69788796a5b4 with changes")
        #expect(BuildFacts.swiftText(facts) == "6.3.1")
        #expect(BuildFacts.revisionText(facts, ofVersion: "0.2.0") == facts.revision)
        let nothing = BuildFacts(text: "version\n\n=\n")
        #expect(nothing == BuildFacts(text: ""))
    }

    @Test func `the file is read in the installation of the program, and none in a build's folder`()
        throws
    {
        let folder = try TemporaryFolder()
        for path in ["usr/bin", "usr/share/openphotokit"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(path),
                withIntermediateDirectories: true
            )
        }
        _ = try folder.file("usr/share/openphotokit/build", Array(Self.text.utf8))
        let program = folder.url.appendingPathComponent("usr/bin/photokit").path
        #expect(BuildFacts(installedWith: program) == BuildFacts(text: Self.text))
        #expect(BuildFacts(installedWith: folder.url.path) == nil)
        #expect(BuildFacts(installedWith: nil) == nil)
        #expect(BuildFacts.revisionText(nil, ofVersion: "0.2.0") == "from a checkout")
    }

    @Test func `the file of another version is named, and gives no revision`() {
        let text = BuildFacts.revisionText(BuildFacts(text: Self.text), ofVersion: "0.3.0")
        #expect(text.contains("of version 0.2.0") && text.contains("of 0.3.0"), "\(text)")
        #expect(text.contains("install all programs again") && !text.contains("1f0c2d"))
    }
}
