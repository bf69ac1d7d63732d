import Foundation

/// Starts a fuzz target, or writes the files that it begins with.
package enum Fuzzer {
    package typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    package static func start(
        _ count: CInt,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        seeds: () throws -> [String: [UInt8]],
        test: Test
    ) -> CInt {
        let texts = CommandLine.arguments
        if texts.count == 3, texts[1] == "seed" {
            do {
                for (name, bytes) in try seeds() {
                    try Data(bytes).write(to: URL(filePath: texts[2]).appending(path: name))
                }
                return 0
            } catch {
                print("The seeds could not be written: \(error)")
                return 1
            }
        }
        var count = count
        var arguments = arguments
        return run(&count, &arguments, test)
    }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: Fuzzer.Test
) -> CInt
