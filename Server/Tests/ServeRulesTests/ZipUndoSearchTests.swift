import Foundation
import PhotosBase
import ServeRules
import TestPermits
import Testing

/// Archives and undo.
@Suite(.permit) struct ZipUndoTests {
    @Test func anotherProgramReadsTheArchive() throws {
        var zip = ZipRecords()
        var bytes: [UInt8] = []
        let time = ZipRecords.Time(year: 2024, month: 6, day: 1, hour: 12, minute: 30, second: 8)
        let files = [
            ("a.jpg", "first"), ("A.jpg", ""), ("../../etc/ä ü.jpg", "third"), ("a.jpg", "fourth"),
        ]
        for (name, content) in files {
            bytes += zip.beginFile(named: name, takenAt: time)
            bytes += Array(content.utf8)
            bytes += zip.endFile(
                size: UInt64(content.utf8.count),
                checksum: CRC32(content.utf8).value
            )
        }
        bytes += zip.centralDirectory()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = [
            "python3", "-c",
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                + "[print(i.filename, z.read(i).decode(), *i.date_time) for i in z.infolist()]",
            file.path,
        ]
        program.environment = ["PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin:/usr/local/bin"]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        #expect(
            text == """
                a.jpg first 2024 6 1 12 30 8
                A (2).jpg  2024 6 1 12 30 8
                ä ü.jpg third 2024 6 1 12 30 8
                a (3).jpg fourth 2024 6 1 12 30 8

                """
        )
    }

    @Test func stacksForgetOldSteps() {
        var stack = UndoStack<Int>()
        for number in 0..<UndoStack<Int>.limit {
            #expect(stack.add(number, id: "\(number)") == nil)
        }
        #expect(stack.add(UndoStack<Int>.limit, id: "last") == "0")
        #expect(stack.ids.count == UndoStack<Int>.limit && stack.ids.last == "last")
        #expect(stack.step(withID: "0") == nil)
        #expect(stack.step(withID: "1") == 1)
        stack.removeStep(withID: "1")
        #expect(stack.step(withID: "1") == nil)
    }

    @Test func stacksFindTheLastStepOfAKind() {
        var stack = UndoStack<Int>()
        for number in [2, 4, 5, 7] { stack.add(number, id: "\(number)") }
        #expect(stack.last { $0.isMultiple(of: 2) }?.id == "4")
        #expect(stack.last { $0 > 7 } == nil)
        #expect(stack.removeAll { !$0.isMultiple(of: 2) } == ["5", "7"])
        #expect(stack.ids == ["2", "4"])
    }
}
