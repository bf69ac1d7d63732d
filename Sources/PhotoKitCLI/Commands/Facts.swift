import ArgumentParser
import OpenPhotoKit
import PhotosBase

/// The command `photokit facts`.
struct Facts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the metadata of files, and the tag of each value.",
        discussion: """
            No library is needed. --table prints the tags that each value can come from, the preferred tag first.

            --reread reads the files of a library's photos again. Without further options it reads files that this \
            version of the reader has not read; --all reads all, and --where selects photos. New values replace \
            different values in the library and are listed. Values that you set stay. An interrupted run continues \
            at the next call.

            EXAMPLES:
              photokit facts ~/DCIM/100APPLE/IMG_0001.HEIC
              photokit facts *.jpg --json
              photokit facts --table
              photokit facts --reread --dry-run
              photokit facts --reread --where 'creationDate > "2020"'
            """
    )

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Read the files of the library's photos again.")
    var reread = false

    @Flag(
        help:
            "With --reread: read all photos, including those that this version of the reader has read."
    )
    var all = false

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "With --reread: read only the photos that match a predicate.",
            valueName: "predicate"
        )
    )
    var predicate: String?

    @Flag(
        name: .customLong("dry-run"),
        help: "With --reread: print what would change, and change nothing."
    )
    var isDryRun = false

    @Flag(help: "Print the table of values and tags.")
    var table = false

    @Argument(help: "The files to read.", completion: .file())
    var files: [String] = []

    func validate() throws {
        try PathArgument.checkPaths(files)
        if reread {
            guard files.isEmpty, !table else {
                throw ValidationError(
                    "--reread reads photos of the library. Leave out files and --table."
                )
            }
            guard !all || predicate == nil else {
                throw ValidationError("--all and --where exclude each other.")
            }
            return
        }
        guard !all, predicate == nil, !isDryRun else {
            throw ValidationError("--all, --where and --dry-run need --reread.")
        }
        guard table == files.isEmpty else {
            throw ValidationError("Name the files to read, or use --table without files.")
        }
    }

    func run() async throws {
        guard !reread else {
            let rereading = FactsRereadingCommand(
                options: library,
                output: output,
                isDryRun: isDryRun,
                all: all,
                predicate: predicate
            )
            return try await rereading.run()
        }
        if table {
            for line in FileFacts.table.split(separator: "\n") {
                Output.shared.writeLine(String(line))
            }
            return
        }
        try PHPhotoLibrary.checkMediaWorker()
        var isRefused = false
        for (index, path) in files.enumerated() {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                isFolder.boolValue
            {
                Output.shared.complain(
                    "\(Table.printableText(path)): This is a folder. Name the files in it."
                )
                isRefused = true
                continue
            }
            do {
                let facts = try FileFacts(of: URL(fileURLWithPath: path))
                if output.json {
                    Output.shared.writeLine(fileJSON(path: path, facts: facts))
                } else {
                    if index > 0 { Output.shared.writeLine() }
                    printFile(path, facts: facts)
                }
            } catch let error as FileFactsError {
                Output.shared.complain(
                    "\(Table.printableText(path)): \(error.message)\(libraryHint(for: path))"
                )
                isRefused = true
            }
        }
        if !files.contains(where: { FileManager.default.fileExists(atPath: $0) }) {
            throw Fault.notFound.status
        }
        if isRefused { throw ExitStatus.refused }
    }

    /// Says that a name which is no path is one of a photo in the library; empty if it is not.
    private func libraryHint(for name: String) -> String {
        guard !FileManager.default.fileExists(atPath: name),
            let library = try? library.openLibrary(.readOnly)
        else { return "" }
        defer { library.close() }
        guard let found = try? Lookup(library: library).assets(named: [name]), !found.isEmpty else {
            return ""
        }
        return
            " The library has a photo of this name: \"photokit show \(ShellWord.operand(name))\" shows what it knows of it."
    }

    private func printFile(_ path: String, facts: FileFacts) {
        Output.shared.writeLine(Table.printableText(path))
        for fact in facts.facts {
            let name = ("  " + fact.name).padding(toLength: 24, withPad: " ", startingAt: 0)
            let source = fact.source.map { "  [\($0)]" } ?? ""
            let paragraph = Paragraph(
                Table.printableText(valueText(of: fact, in: facts)) + source,
                start: name,
                indent: name.count
            )
            for line in paragraph.lines(width: Output.shared.width) {
                Output.shared.writeLine(line)
            }
        }
    }

    private func valueText(of fact: FileFacts.Fact, in facts: FileFacts) -> String {
        switch fact.value {
        case .text(let text): text
        case .number(let number): number.formatted(.number.grouping(.never))
        case .date(let date): FileDate(date, of: facts).text
        case .flag(let flag): flag ? "yes" : "no"
        case .texts(let texts): texts.joined(separator: ", ")
        }
    }

    private func fileJSON(path: String, facts: FileFacts) -> JSON {
        var members = [("path", JSON(path))]
        members += facts.facts.map { ($0.name, valueJSON($0.value)) }
        let sources = facts.facts.compactMap { fact in fact.source.map { (fact.name, JSON($0)) } }
        return .object(members + [("sources", .object(sources))])
    }

    private func valueJSON(_ value: FileFacts.Fact.Value) -> JSON {
        switch value {
        case .text(let text): JSON(text)
        case .number(let number): Int64(exactly: number).map { JSON($0) } ?? JSON(number)
        case .date(let date): JSON(date)
        case .flag(let flag): JSON(flag)
        case .texts(let texts): JSON(texts)
        }
    }
}
