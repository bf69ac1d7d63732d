import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Getting in and out, and what a session may do.
struct SessionRoutes {
    let admission: Admission
    let libraryName: String

    func add(to table: inout RouteTable) {
        table.addOpen(.post, "/api/session", enter)
        table.add(.get, "/api/session", .readerOrPicker) { call in
            JSONAnswer.ok(try await model(of: call.client))
        }
        table.add(.delete, "/api/session", .reader) { call in
            // A device's token is revoked by its owner, not by whoever holds it.
            guard call.client.credential.kind == .session else { throw Problem.ownerOnly }
            _ = try gate.revoke(call.client.credential.id)
            var response = JSONAnswer.done
            response.headers[.setCookie] = admission.cookie.header(secret: nil)
            return response
        }
        table.add(.get, "/api/sessions", .owner) { call in
            JSONAnswer.ok(
                gate.all.map { CredentialModel($0, current: call.client.credential.id) }
            )
        }
        table.add(.delete, "/api/sessions/{id}", .owner) { call in
            guard try gate.revoke(try call.text("id")) else { throw Problem.notFound }
            return JSONAnswer.done
        }
        table.add(.post, "/api/unlock", .reader, unlock)
    }

    private var gate: Gatekeeper { admission.gate }

    private func model(of client: Client) async throws -> SessionModel {
        let owner = admission.pool.owner
        let days = try await owner.read { [library = owner.library] in
            try library.settings().daysInRecentlyDeleted
        }
        return SessionModel(
            client,
            library: libraryName,
            trashDays: days,
            hasPassword: try gate.hasPassword(),
            isPicker: admission.purpose == .picking
        )
    }

    private func enter(_ request: Request, _ context: ServeContext) async throws -> Response {
        let body = try await JSONAnswer.read(EnterRequest.self, request, upTo: 16 << 10)
        let address = admission.address(of: request, context)
        let name = ClientName.of(request.headers[.userAgent])
        let given = [body.code, body.password, body.link].compactMap(\.self)
        guard given.count == 1 else {
            throw Problem.badRequest("Send one of \"code\", \"password\" and \"link\".")
        }
        let (credential, secret) = try await BlockingThreads.common.run {
            if let code = body.code {
                return try gate.enter(code: code, from: address, name: name)
            }
            if let password = body.password {
                return try gate.enter(password: password, from: address, name: name)
            }
            return try gate.enter(link: body.link ?? "", from: address, name: name)
        }
        // An earlier session of this browser would stay open for nobody.
        if let old = gate.credential(
            cookie: admission.cookie.value(in: request.head),
            token: nil
        ) {
            _ = try gate.revoke(old.id)
        }
        let client = try admission.client(of: credential)
        var response = JSONAnswer.ok(try await model(of: client))
        response.headers[.setCookie] = admission.cookie.header(secret: secret)
        return response
    }

    private func unlock(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(UnlockRequest.self, call.request, upTo: 16 << 10)
        let (gate, address) = (gate, call.address)
        if let password = body.password {
            let isRight = try await BlockingThreads.common.run {
                try gate.check(password: password, from: address)
            }
            if isRight == false {
                throw Problem(.unauthorized, "refused", "The password is wrong.")
            }
        } else if try gate.hasPassword() {
            throw Problem(.unauthorized, "password-needed", "Hidden photos open with the password.")
        } else if body.confirm != true {
            throw Problem.badRequest("Send \"confirm\": true, or the password.")
        }
        gate.unlock(call.client.credential.id)
        return JSONAnswer.done
    }
}

private struct EnterRequest: Decodable {
    var code: String?
    var password: String?
    var link: String?
}

private struct UnlockRequest: Decodable {
    var password: String?
    var confirm: Bool?
}
