import Foundation
import PhotosMedia

switch CommandLine.arguments.dropFirst().first {
case nil, "--walls":
    let options = SandboxOptions(CommandLine.arguments.dropFirst())
    Decoders.prepare()
    Service.run(within: Sandbox.enter(options, for: .reading))
case "--version":
    print("\(WorkerProgram.name), a part of OpenPhotoKit")
    print("It links Debian's FFmpeg, which is under the GNU General Public License.")
    for (name, version) in Versions.all().sorted(by: { $0.key < $1.key }) {
        print("\(name) \(version)")
    }
case "facts" where CommandLine.arguments.count == 3:
    exit(FactsCommand.run(CommandLine.arguments[2]))
case "unpack":
    exit(UnpackCommand.run(Array(CommandLine.arguments.dropFirst(2))))
case "--help", "-h":
    print(FactsCommand.usage)
default:
    FactsCommand.complain(FactsCommand.usage)
    exit(64)
}
