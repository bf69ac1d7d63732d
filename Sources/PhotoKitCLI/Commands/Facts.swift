import ArgumentParser
import OpenPhotoKit

/// The command `photokit facts`.
struct Facts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what files say of themselves, and which tag says it.",
        discussion: """
            No library is needed. With --table it prints which tags each fact comes from, the best first.

            With --reread the files of a library's photos are read again: of those that the present reader has not read \
            (it is newer, or was missing when they came in), of --all, or of those that --where lets through. What files \
            say better is taken over and listed; what you set stays. It goes on where it was interrupted.

            EXAMPLES:
              photokit facts ~/DCIM/100APPLE/IMG_0001.HEIC
              photokit facts *.jpg --json
              photokit facts --table
              photokit facts --reread --dry-run
              photokit facts --reread --where "creationDate > CAST(700000000, 'NSDate')"
            """
    )

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Read the files of the library's photos again.")
    var reread = false

    @Flag(help: "With --reread: all photos, also those that were read by the present reader.")
    var all = false

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "With --reread: the photos that a predicate lets through.",
            valueName: "predicate"
        )
    )
    var predicate: String?

    @Flag(
        name: .customLong("dry-run"),
        help: "With --reread: print what would change, and change nothing."
    )
    var isDryRun = false

    @Flag(help: "Print the table of facts and tags.")
    var table = false

    @Argument(help: "The files to read.", completion: .file())
    var files: [String] = []

    func validate() throws {
        if reread {
            guard files.isEmpty, !table else {
                throw ValidationError("--reread reads photos of the library: name no files.")
            }
            guard !all || predicate == nil else {
                throw ValidationError("--all and --where exclude each other.")
            }
            return
        }
        guard !all, predicate == nil, !isDryRun else {
            throw ValidationError("--all, --where and --dry-run go with --reread.")
        }
        guard table == files.isEmpty else {
            throw ValidationError("Name the files to read, or ask for the --table alone.")
        }
    }

    func run() async throws {
        guard !reread else {
            let rereading = FactsRereading(
                options: library,
                output: output,
                isDryRun: isDryRun,
                all: all,
                predicate: predicate
            )
            return try await rereading.run()
        }
        if table {
            for line in FileFacts.table.split(separator: "\n") { Output.shared.line(String(line)) }
            return
        }
        try PHPhotoLibrary.checkMediaWorker()
        var isRefused = false
        for (index, path) in files.enumerated() {
            do {
                let facts = try FileFacts(of: URL(fileURLWithPath: path))
                if output.json {
                    Output.shared.line(json(path, facts))
                } else {
                    if index > 0 { Output.shared.line() }
                    print(path, facts)
                }
            } catch let error as FileFactsError {
                Output.shared.complain("\(Table.printable(path)): \(error.message)")
                isRefused = true
            }
        }
        if isRefused { throw ExitStatus.refused }
    }

    private func print(_ path: String, _ facts: FileFacts) {
        Output.shared.line(Table.printable(path))
        for fact in facts.facts {
            let name = ("  " + fact.name).padding(toLength: 24, withPad: " ", startingAt: 0)
            let source = fact.source.map { "  [\($0)]" } ?? ""
            Output.shared.line(name + Table.printable(text(fact.value)) + source)
        }
    }

    private func text(_ value: FileFacts.Fact.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): number.formatted(.number.grouping(.never))
        case .date(let date): date.formatted(.iso8601)
        case .flag(let flag): flag ? "yes" : "no"
        case .texts(let texts): texts.joined(separator: ", ")
        }
    }

    private func json(_ path: String, _ facts: FileFacts) -> JSON {
        var members = [("path", JSON(path))]
        members += facts.facts.map { ($0.name, json($0.value)) }
        let sources = facts.facts.compactMap { fact in fact.source.map { (fact.name, JSON($0)) } }
        return .object(members + [("sources", .object(sources))])
    }

    private func json(_ value: FileFacts.Fact.Value) -> JSON {
        switch value {
        case .text(let text): JSON(text)
        case .number(let number): Int64(exactly: number).map { JSON($0) } ?? JSON(number)
        case .date(let date): JSON(date)
        case .flag(let flag): JSON(flag)
        case .texts(let texts): JSON(texts)
        }
    }
}
