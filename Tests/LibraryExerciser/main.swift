import Foundation

do {
    try ExerciserProgram(CommandLine.arguments).run()
} catch {
    FileHandle.standardError.write(Data("library-exerciser: \(error)\n".utf8))
    exit(1)
}
