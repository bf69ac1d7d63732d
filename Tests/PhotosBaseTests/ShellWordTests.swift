import Foundation
import PhotosBase
import TestPermits
import Testing

/// Words in commands that messages advise.
@Suite(.permit) struct ShellWordTests {
    @Test func `a value in an advised command is pasted as it is`() throws {
        let values = [
            "Lake", "", "-x", "=x", "~", "/my photos/ä.jpg", "O'Hara", "It's $HOME \"x\"", "`x`",
            "one\ntwo", "a\\b\n'\t`é\u{1b}", "one\u{2028}two\u{2029}\u{85}three",
        ]
        for value in values {
            let quoted = ShellWord.quoted(value)
            #expect(!quoted.contains("`") && !quoted.contains(where: \.isNewline), "\(quoted)")
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/bash")
            shell.arguments = ["-c", "LC_ALL=C.UTF-8; printf %s " + quoted]
            let output = Pipe()
            shell.standardOutput = output
            try shell.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            shell.waitUntilExit()
            #expect(String(decoding: data, as: UTF8.self) == value, "\(quoted)")
        }
    }

    @Test(arguments: [
        ("disk", "disk"), ("/media/disk/IMG_1.JPG", "/media/disk/IMG_1.JPG"),
        ("My disk", "'My disk'"), ("it's", "'it'\\''s'"), ("--all", "'--all'"),
    ])
    func `only a text that a shell would change is quoted`(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }

    @Test(arguments: [
        ("disk", "disk", "disk --older"), ("My disk", "'My disk'", "'My disk' --older"),
        ("-disk", "-- '-disk'", "--older -- '-disk'"),
    ])
    func `a name with a minus sign stands behind all options`(
        name: String,
        alone: String,
        withOption: String
    ) {
        #expect(ShellWord.operand(name) == alone)
        #expect(ShellWord.operand(name, "--older") == withOption)
    }

    @Test(arguments: [
        ("lake", ["--caption", "lake"]), ("two words", ["--caption", "'two words'"]),
        ("-x", ["--caption=-x"]), ("-two words", ["--caption='-two words'"]),
        ("-33.8,151.2", ["--caption=-33.8,151.2"]), ("", ["--caption", "''"]),
    ])
    func `a value with a minus sign stands behind an equals sign`(
        value: String,
        words: [String]
    ) {
        #expect(ShellWord.option("--caption", value) == words)
    }
}
