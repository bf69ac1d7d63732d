import Foundation
import PhotosMedia
import WorkerService

// The program photokit-media starts this one, and states the version that it needs.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, arguments[0] == WorkerProgram.versionOption else {
    WorkerUsage.complain(
        "\(WorkerProgram.decodersName) is a part of \(WorkerProgram.name), which starts it. "
            + "Run \(WorkerProgram.name) instead."
    )
    exit(64)
}
let rest = arguments.dropFirst(3)
let mismatch =
    arguments[1] == WorkerProgram.version
    ? nil
    : WorkerProgram.mismatch(WorkerProgram.version, needed: PlainText.line(arguments[1]))

switch (arguments[2], mismatch) {
case (WorkerKind.decoder.rawValue, let mismatch?):
    let sandbox = Sandbox.enter(SandboxOptions(rest), for: .reading)
    Service.run(within: sandbox, .unavailable(mismatch))
case (WorkerKind.decoder.rawValue, nil):
    Decoders.prepare()
    let sandbox = Sandbox.enter(SandboxOptions(rest), for: .reading)
    Service.run(within: sandbox, .available(LinkedDecoders()))
case (WorkerProgram.forkTask, nil):
    Decoders.prepare()
    WorkerForks.serve()
    let sandbox = Sandbox.enter(SandboxOptions(rest), for: .reading)
    Service.run(within: sandbox, .available(LinkedDecoders()))
case ("unpack", let mismatch?):
    WorkerUsage.send(.failed(.decoders, reason: mismatch))
    exit(1)
case (_, let mismatch?):
    WorkerUsage.complain("\(MediaWorkerError(.noDecoders, mismatch))")
    exit(69)
case ("unpack", nil):
    exit(UnpackCommand.run(Array(rest)))
case ("--version", nil):
    print("\(WorkerProgram.name), a part of OpenPhotoKit")
    print("It links Debian's FFmpeg, which is under the GNU General Public License.")
    // Both programs are of this version, or this one would have refused.
    var versions = Versions.all()
    versions[WorkerProgram.name] = WorkerProgram.version
    for (name, version) in versions.sorted(by: { $0.key < $1.key }) { print("\(name) \(version)") }
case ("facts", nil) where rest.count == 1:
    exit(FactsCommand.run(rest[rest.startIndex]))
default:
    WorkerUsage.complain(WorkerUsage.text)
    exit(64)
}
