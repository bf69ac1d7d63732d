import Foundation
import PhotosMedia
import WorkerService

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case nil, "--walls":
    let problem = DecoderProgram.absence()
    Service.run(
        within: Sandbox.enter(SandboxOptions(arguments[...]), for: .reading),
        .inOtherProgram(problem: problem)
    )
case WorkerKind.decoder.rawValue:
    let problem = DecoderProgram.replaceThisProgram(arguments)
    let options = SandboxOptions(arguments.dropFirst())
    Service.run(within: Sandbox.enter(options, for: .reading), .unavailable(problem))
case "unpack":
    let problem = DecoderProgram.replaceThisProgram(arguments)
    WorkerUsage.send(.failed(.decoders, reason: problem))
    exit(1)
case "--version", "facts":
    let problem = DecoderProgram.replaceThisProgram(arguments)
    WorkerUsage.complain("\(MediaWorkerError(.noDecoders, problem))")
    exit(69)
case "--help", "-h":
    print(WorkerUsage.text)
default:
    WorkerUsage.complain(WorkerUsage.text)
    exit(64)
}
