import Foundation

/// Starts a fuzz target, writes the files that it begins with, or storms it.
package enum Fuzzer {
    package typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    package static func start(
        _ count: CInt,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        seeds: () throws -> [String: [UInt8]],
        test: Test
    ) -> CInt {
        let texts = CommandLine.arguments
        do {
            switch texts.count > 1 ? texts[1] : "" {
            case "seed" where texts.count == 3:
                for (name, bytes) in try seeds() {
                    try Data(bytes).write(to: URL(filePath: texts[2]).appending(path: name))
                }
                return 0
            case "storm":
                try Storm(Array(texts.dropFirst(2)), try seeds()).run(test)
                return 0
            default: return drive(count, arguments, test)
            }
        } catch {
            print("This cannot be done: \(error)")
            return 1
        }
    }

    /// Ends the target, saying why: an optimised program keeps the sentences of its preconditions to itself.
    package static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("MISMATCH: \(sentence)\n".utf8))
        fatalError()
    }

    private static func drive(
        _ count: CInt,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ test: Test
    ) -> CInt {
        var count = count
        var arguments = arguments
        return runDriver(&count, &arguments, test)
    }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: Fuzzer.Test
) -> CInt
