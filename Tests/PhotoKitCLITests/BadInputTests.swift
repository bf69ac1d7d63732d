import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct BadInputTests {
    @Test(arguments: [
        (["ls", "--where", "foo == 1"], "There is no key \"foo\" for photos and videos."),
        (["ls", "--where", "isfavorite == 1"], "Did you mean \"isFavorite\"?"),
        (["ls", "--where", "creationDate >"], "The predicate is \"creationDate >\"."),
        (
            ["ls", "--where", "creationDate >"],
            "The predicate ends too early: a key or a value is missing."
        ),
        (
            ["ls", "--where", "creationDate"],
            "The predicate ends too early: a comparison such as == or IN is missing."
        ),
        (
            ["ls", "--where", "rating == ) 4"],
            "The predicate has \")\" where a key or a value is needed."
        ),
        (
            ["ls", "--sort", "date"],
            "There is no key \"date\" for photos and videos. Did you mean \"creationDate\"?\n"
        ),
        (["ls", "--sort", "keyword"], "The keys for sorting are addedDate,"),
        (
            ["ls", "--sort", "keywords"],
            "Photos and videos cannot be sorted by the list \"keywords\". Choose another key, such as creationDate."
        ),
        (["ls", "--where", "creationDate > \"soon\""], "cannot be compared with \"soon\""),
        (["ls", "--where", "duration > \"abc\""], "\"1:30\""),
        (
            ["facts", "--reread", "--where", "mediaType == \"picture\""],
            "Write one of \"image\", \"video\""
        ),
        (
            ["contact-sheet", "--to", "sheet.jpg", "--where", "mediaType == image"],
            "write \"image\" in quotation marks"
        ),
        (["ls", "--sort", "foo"], "There is no key \"foo\" for photos and videos."),
        (["ls", "--sort", "creationDate:up"], "is not a way to sort"),
        (["ls", "--limit", "0"], "The limit must be 1 or more."),
        (["ls", "--album", "Nowhere"], "There is no album \"Nowhere\"."),
        (["show", "zzz"], "There is no photo or video \"zzz\"."),
        (["frobnicate"], "frobnicate"),
        (["restore"], "Name at least one identifier, or write --all."),
        (
            ["export", "--all", "--album", "X"],
            "Name identifiers, or choose photos with --where, --search or --album, or write --all, but do only one of these."
        ),
        (["folder", "rename", "/", "X"], "The top level can be neither renamed nor deleted."),
        (["album", "rename", "Favorites", "X"], "is a smart album"),
        (["folder", "add", "/", "Nowhere"], "\"Nowhere\" names no album or folder, or several."),
        (["folder", "add", "/", "/"], "The top level cannot be put into a folder."),
        (["edit", "x", "--place", "47,8 13,0"], "\"47,8 13,0\" is not a location."),
        (["edit", "x", "--place", "47,8,13,0"], "\"47,8,13,0\" is not a location."),
        (["edit", "x", "--place", "47.8,x,13"], "with decimal points, like 46.5,7.9."),
        (["edit", "x", "--place", "47.8,13.0,"], "\"47.8,13.0,\" is not a location."),
        (
            ["edit", "x", "--date", "2023-09-25"],
            "\"2023-09-25\" has no time. Write one behind it, such as 2023-09-25T12:00."
        ),
        (["edit", "x", "--date", "2023-02-30"], "\"2023-02-30\" is not a date."),
        (["export", "--all"], "Name the folder to write to with --to"),
        (["export", "--all", "--dry-run"], "--to . means the current folder."),
        (["export", "--album", "X"], "Name the folder to write to with --to"),
        (["thumb", "--search", "lake"], "Name the folder to write to with --to"),
        (["contact-sheet", "--album", "X"], "--to"),
        (["export", "/home/Export"], "A folder to write to comes after --to."),
        (["import", "--album", "", "a.jpg"], "The title of --album must not be empty."),
        (["import", "--album", " \t", "a.jpg"], "The title of --album must not be empty."),
        (["remote", "add", "--name", " ", "/mnt"], "The name of a remote must not be empty."),
        (["access", "allow", " "], "The name of an application must not be empty."),
    ])
    func `wrong input ends with 2 and a remedy`(arguments: [String], message: String) async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
        #expect(outcome.output.isEmpty)
    }

    /// A variable of a shell that has no value leaves an empty path.
    @Test(arguments: [
        ["import", ""], ["import", "--report", "", "a.jpg"], ["export", "--all", "--to", ""],
        ["check", "--repair", "--from", ""], ["backup", ""], ["remote", "add", ""],
        ["source", "add", ""], ["source", "sweep", ""], ["source", "forget", ""],
        ["source", "status", ""], ["source", "move", "/a", ""], ["ls", "--library", ""],
        ["thumb", "x", "--to", ""], ["contact-sheet", "--to", ""],
        ["pick", "--copy-to", ""], ["remote", "restore", "/a", ""], ["facts", ""],
        ["facts", "a.jpg", ""], ["show", "x", "--preview", ""], ["places", "use", ""],
        ["manual", ""], ["remote", "add", "/a", "--credentials", ""],
        ["remote", "add", "/a", "--certificates", ""],
        ["remote", "key", "x", "--from-words", "--key-file", ""], ["serve", "--page", ""],
        ["serve", "--state", ""], ["serve", "--certificate", ""], ["open", "--key", ""],
    ])
    func `an empty path is not the folder in which a person is`(arguments: [String]) async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(outcome.complaints.contains("must not be empty. Write . for"), "\(outcome)")
    }

    @Test func `a folder has no facts, and its files are to be named`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run("facts", fixture.source.path)
        #expect(outcome.code == 1)
        #expect(
            outcome.complaints
                == "photokit: \(fixture.source.path): This is a folder. Name the files in it.\n"
        )
    }

    @Test func `an empty list says so on standard error, except for programs`() async throws {
        let fixture = try await ProgramFixture()
        for arguments in [["ls"], ["ls", "--deleted"], ["search", "falcn"]] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 0)
            #expect(
                outcome.complaints.hasSuffix("photokit: No photos or videos were found.\n"),
                "\(outcome)"
            )
        }
        let sources = try await fixture.run("source", "list")
        #expect(sources.complaints == "photokit: The library has no sources.\n")
        for arguments in [["ls", "--json"], ["ls", "--ids"], ["source", "list", "--json"]] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome)")
        }
    }

    @Test func `a missing library ends with 3 and says how to make one`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run("ls")
        #expect(outcome.code == 3)
        #expect(outcome.complaints.contains("There is no library at \(fixture.library.path)."))
        #expect(outcome.complaints.contains("init"))
    }

    @Test func `a folder that is no library ends with 3`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run("--library", fixture.source.path, "ls")
        #expect(outcome.code == 3)
        #expect(outcome.complaints.contains("is not a photo library"))
    }

    @Test func `a library of a newer format ends with 3 and is left untouched`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.setSentinel("minimumReader", 99)
        let before = try Data(contentsOf: fixture.sentinel)
        let outcome = try await fixture.run("ls")
        #expect(outcome.code == 3)
        #expect(outcome.complaints.contains("needs a newer OpenPhotoKit to read"))
        #expect(try Data(contentsOf: fixture.sentinel) == before)
    }

    @Test func `a library that only newer versions may write can be read`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        try fixture.setSentinel("minimumWriter", 99)
        #expect(try await fixture.run("ls").lines.count == 2)
        let outcome = try await fixture.run("favorite", identifier)
        #expect(outcome.code == 3)
        #expect(outcome.complaints.contains("Commands that only read work. Nothing was touched."))
    }

    @Test(.enabled(if: UserNamespace.isAvailable))
    func `a read-only library can be listed, and changes end with 3`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let script = """
            mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
            "$2" ls; echo "code $?"
            "$2" favorite "$3"; echo "code $?"
            """
        let outcome = try await fixture.run(
            [
                "-rm", "sh", "-c", script, "sh", fixture.library.path, ProgramFixture.program.path,
                identifier,
            ],
            program: UserNamespace.program
        )
        #expect(
            outcome.lines.filter { $0.hasPrefix("code") } == ["code 0", "code 3"],
            "\(outcome)"
        )
        #expect(
            outcome.complaints.contains(
                "its file system is read-only. Mount the volume for writing. Commands that only read work."
            )
        )
    }

    @Test func `a block that is refused ends with 1 and changes nothing`() async throws {
        let fixture = try await ProgramFixture()
        #expect(try await fixture.run("folder", "create", "A").code == 0)
        #expect(try await fixture.run("folder", "create", "B", "--folder", "A").code == 0)
        let token = try await fixture.run("token").output
        let outcome = try await fixture.run("folder", "add", "B", "A")
        #expect(outcome.code == 1)
        #expect(outcome.complaints.hasPrefix("photokit: "))
        #expect(try await fixture.run("token").output == token)
    }

    @Test func `a beginning that several identifiers share is refused`() async throws {
        let fixture = try await ProgramFixture()
        // By the seventeenth picture two identifiers begin with the same digit.
        let identifiers = try await fixture.importPictures(17).values.map { String($0.prefix(1)) }
        let shared = try #require(
            Dictionary(grouping: identifiers, by: { $0 }).first { $0.value.count > 1 }?.key
        )
        let outcome = try await fixture.run("show", shared)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("Several identifiers begin with \"\(shared)\"."))
    }
}

extension ProgramFixture {
    var sentinel: URL { library.appendingPathComponent("LIBRARY") }

    func setSentinel(_ key: String, _ value: Int) throws {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: sentinel))
        var members = try #require(object as? [String: Any])
        members[key] = value
        try JSONSerialization.data(withJSONObject: members).write(to: sentinel)
    }
}
