import Foundation
import TestPermits
import Testing

/// Every Swift sample that a reader can copy is code that the build compiles.
@Suite(.permit) struct SampleTests {
    /// Returns a message for each sample that is neither a snippet nor a part of one.
    private static func strangers(
        among samples: [CodeSample],
        to snippets: [String: Snippet]
    ) -> [String] {
        let known = Set(snippets.values.flatMap(\.texts.values))
        return samples.filter { !known.contains($0.text) }.map { sample in
            """
            \(sample.file):\(sample.line) differs from every snippet. Put the sample into a file of Snippets, \
            marked as a part, and repeat it here unchanged:
            \(sample.text)
            """
        }
    }

    @Test func `each sample in the documents is a snippet`() throws {
        // The build cannot compile these as snippets: SampleCompilationTests compiles them.
        let samples = try Repository.samples().filter { !CompiledSample.isOne($0) }
        #expect(samples.count >= 4)
        let strangers = Self.strangers(among: samples, to: try Repository.snippets())
        #expect(strangers.isEmpty, "\(strangers.joined(separator: "\n"))")
    }

    @Test func `planted: a sample with one changed word is found, and its twin is not`() {
        let snippet = Snippet(
            """
            // Counts.
            import Photos

            func count() {
                // snippet.count
                let assets = PHAsset.fetchAssets(with: nil)
                if assets.count > 0 {
                    print(assets.count)
                }
                // snippet.end
            }
            // snippet.hide
            count()
            """
        )
        #expect(snippet.texts.keys.sorted() == ["", "count"])
        #expect(snippet.texts[Snippet.whole]?.hasPrefix("import Photos") == true)
        #expect(snippet.texts[Snippet.whole]?.hasSuffix("}") == true)

        let twin = """
            Text.

            ```swift
            let assets = PHAsset.fetchAssets(with: nil)
            if assets.count > 0 {
                print(assets.count)
            }
            ```

            ```
            photokit ls
            ```
            """
        let samples = CodeSample.all(in: twin, of: "Twin.md")
        #expect(samples.map(\.line) == [3])
        #expect(Self.strangers(among: samples, to: ["Count": snippet]).isEmpty)

        let changed = twin.replacing("> 0", with: "> 1")
        let found = Self.strangers(
            among: CodeSample.all(in: changed, of: "Changed.md"),
            to: ["Count": snippet]
        )
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Changed.md:3 ") == true)
    }

    @Test func `a sample in a documentation comment is found`() {
        let source = """
            /// Counts.
            ///
            /// ```
            /// count()
            /// ```
            ///
            /// ```text
            /// 3
            /// ```
            public func count() {}
            """
        let samples = CodeSample.all(in: source, of: "Count.swift")
        #expect(samples.map(\.text) == ["count()"])
        #expect(samples.map(\.line) == [3])
    }

    @Test func `articles show code by name alone, and every part of a snippet is shown`() throws {
        let articles = Repository.paths(in: "Sources", endingWith: ".md")
        #expect(articles.count > 20)
        var shown: Set<String> = []
        for path in articles {
            let text = try Repository.text(of: path)
            #expect(CodeSample.all(in: text, of: path).isEmpty, "\(path) repeats code.")
            let pattern =
                /@Snippet\(path: "OpenPhotoKit\/Snippets\/(\w+)"(?:, slice: "(\w+)")?\)/
            for match in text.matches(of: pattern) {
                shown.insert("\(match.1) \(match.2 ?? "")")
            }
        }
        let texts = Set(try Repository.samples().map(\.text))
        for (name, snippet) in try Repository.snippets() {
            for (part, text) in snippet.texts where part != Snippet.whole {
                #expect(
                    shown.contains("\(name) \(part)") || texts.contains(text),
                    "No article and no document shows the part \(part) of Snippets/\(name).swift."
                )
            }
        }
    }
}
