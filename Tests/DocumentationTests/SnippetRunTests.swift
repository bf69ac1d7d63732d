import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Snippets do what the documentation says: each runs over libraries in folders of its own, and traps otherwise.
@Suite(.permit) struct SnippetRunTests {
    static let names = [
        "FetchAndChange", "ImportAndSources", "OwnLibrary", "PicturesAndFiles",
        "PlacesAndFrames", "PortableImages", "PortableLogger", "ThisWeek", "WhatHappened",
    ]

    @Test func `every snippet runs here`() throws {
        #expect(try Repository.snippets().keys.sorted() == Self.names)
    }

    @Test(arguments: names) func `a snippet ends without an error`(_ name: String) throws {
        let folder = try TemporaryFolder(isVolatile: false)
        let (status, output) = try CompiledSample.run(
            [
                "TMPDIR=\(folder.url.path)",
                "PHOTOKIT_LIBRARY=\(folder.url.appending(path: "Snippet.photolib").path)",
                BuiltProgram.url(name).path,
            ],
            in: folder.url
        )
        #expect(status == 0, "\(name): \(output)")
    }
}
