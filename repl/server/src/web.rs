//! The HTTP interface.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{get, post};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use parlour_engine::{Config, Game};
use parlour_table::Description;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::admission::{PassedOn, Visitor};
use crate::error::Refused;
use crate::limits::Limits;
use crate::order::{Order, game_named};
use crate::registry::Registry;
use crate::{page, reach, sample, socket, token};

/// Content security policy: pages run and show only files of this server.
const POLICY: &str =
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Everything that can be asked for.
pub(crate) fn routes(registry: Arc<Registry>) -> Router {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { file("lobby.html", &headers) }))
        .route("/t/{table}", get(|headers: HeaderMap| async move { file("table.html", &headers) }))
        .route("/page/{name}", get(|Path(name): Path<String>, headers: HeaderMap| async move { file(&name, &headers) }))
        .route("/api/games", get(games))
        .route("/api/games/{name}", get(game))
        .route("/api/games/{name}/picture.svg", get(picture))
        .route("/api/tables", get(waiting).post(make))
        .route("/api/reach", get(reachable))
        .route("/api/qr", post(code))
        .route(SAVES, post(take_up))
        .route("/api/tables/{table}", get(table))
        .route("/api/tables/{table}/sit", post(claim))
        .route("/api/tables/{table}/standing", post(standing))
        .route("/api/tables/{table}/ws", get(talk))
        .fallback(|| async { refused(&Refused::new(404, "there is nothing here")) })
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(registry.clone(), guarded))
        .layer(CompressionLayer::new().quality(CompressionLevel::Best))
        .with_state(registry)
}

/// The path for uploads of saves.
const SAVES: &str = "/api/saves";

/// Middleware: reads the complete request, and adds the common headers to its response.
async fn guarded(State(registry): State<Arc<Registry>>, request: Request, next: Next) -> Response<Body> {
    let visitor = request.extensions().get::<Arc<Visitor>>().cloned();
    let mut answer = match whole(&registry, request).await {
        Ok((request, _passed_on)) => {
            visitor.iter().for_each(|visitor| visitor.works());
            as_json(next.run(request).await)
        }
        Err(why) => {
            // The rest of the request isn't awaited.
            let mut answer = refused(&why);
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            answer
        }
    };
    visitor.iter().for_each(|visitor| visitor.waits());
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    answer
}

/// Reads a request with its whole body; counts it by its original address if a proxy has forwarded it.
///
/// # Errors
/// A body that is too large or too slow; too many requests of its client.
async fn whole(registry: &Registry, request: Request) -> Result<(Request, Option<PassedOn>), Refused> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    let sender = peer.filter(|&peer| registry.is_proxy(peer)).map(|peer| address(registry, peer, request.headers()));
    let pass_on =
        |sender| registry.admission.pass_on(sender).ok_or_else(|| Refused::new(429, "too many requests at once"));
    let passed_on = sender.map(pass_on).transpose()?;
    let largest = if request.uri().path() == SAVES { Limits::LARGEST_SAVE } else { Limits::LARGEST };
    let (parts, body) = request.into_parts();
    let reading = tokio::time::timeout(registry.shared.limits.body, Limited::new(body, largest).collect());
    let body = match reading.await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            return Err(Refused::new(413, format!("what is sent is too large: at most {largest} bytes are read")));
        }
        Ok(Err(_)) => return Err(Refused::new(400, "what is sent can't be read")),
        Err(_) => return Err(Refused::new(408, "what is sent takes too long")),
    };
    Ok((Request::from_parts(parts, Body::from(body)), passed_on))
}

/// Converts a plain-text error of the framework to JSON.
fn as_json(answer: Response<Body>) -> Response<Body> {
    let (status, kind) = (answer.status(), answer.headers().get(header::CONTENT_TYPE));
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let why = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "what is sent is too large",
        StatusCode::METHOD_NOT_ALLOWED => "this can't be asked for by this method",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "what is sent is of a kind that isn't read",
        StatusCode::BAD_REQUEST => "the request can't be read",
        other => other.canonical_reason().unwrap_or("the request fails"),
    };
    let mut told = refused(&Refused::new(status.as_u16(), why));
    if let Some(allowed) = answer.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

/// Reports if a table exists: browsers don't get the reason why a WebSocket connection fails.
async fn table(State(registry): State<Arc<Registry>>, Path(table): Path<String>) -> Response<Body> {
    let is_there = || token::is_id(&table) && registry.shared.store.has(&table);
    if is_there() { json_answer(200, &json!({ "table": table })) } else { refused(&Refused::no_table()) }
}

fn answer(status: u16, kind: &str, body: impl Into<Body>) -> Response<Body> {
    let mut answer = Response::new(body.into());
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Ok(kind) = HeaderValue::from_str(kind) {
        answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    answer
}

fn json_answer(status: u16, body: &Value) -> Response<Body> {
    answer(status, "application/json", body.to_string())
}

fn refused(refused: &Refused) -> Response<Body> {
    json_answer(refused.status, &json!({ "error": refused.why }))
}

fn file(name: &str, headers: &HeaderMap) -> Response<Body> {
    let Some(text) = page::file(name) else { return refused(&Refused::new(404, "there is no such page")) };
    let tag = format!("\"{}\"", token::hex(&Sha256::digest(text.as_bytes())[..8]));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut answer = if is_known { answer(304, page::kind(name), "") } else { answer(200, page::kind(name), text) };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.headers_mut().insert(header::ETAG, tag);
    }
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// A game with its default settings.
fn known(registry: &Registry, name: &str) -> Result<Arc<Game>, Refused> {
    let library = &registry.shared.library;
    let game = library.load(&game_named(library, name)?).and_then(|pack| pack.configure(&Config::default()));
    game.map_err(|faults| Refused::new(500, registry.shared.without_folders(&faults.to_string())))
}

/// Its description.
fn description(registry: &Registry, name: &str) -> Result<Value, Refused> {
    let game = known(registry, name)?;
    let mut said = serde_json::to_value(Description::of(&game, &registry.shared.robots)).unwrap_or_default();
    said["family"] = json!(game.pack().family);
    said["synonyms"] = json!(game.pack().synonyms);
    Ok(said)
}

/// The fields of the list of games.
const LISTED: [&str; 10] =
    ["name", "title", "synonyms", "summary", "family", "variants", "options", "seats", "robots", "levels"];

fn listed(registry: &Registry) -> Value {
    let known = registry.shared.library.names();
    let said = known.iter().filter_map(|name| description(registry, name).ok());
    let short = |said: Value| LISTED.iter().map(|&key| (key.to_owned(), said[key].clone())).collect::<Value>();
    json!({ "games": said.map(short).collect::<Vec<_>>() })
}

async fn games(State(registry): State<Arc<Registry>>) -> Response<Body> {
    match tokio::task::spawn_blocking(move || {
        let mut games = registry.games.lock().unwrap_or_else(PoisonError::into_inner);
        json_answer(200, games.get_or_insert_with(|| listed(&registry)))
    })
    .await
    {
        Ok(answer) => answer,
        Err(_) => refused(&Refused::busy()),
    }
}

async fn game(State(registry): State<Arc<Registry>>, Path(name): Path<String>) -> Response<Body> {
    match tokio::task::spawn_blocking(move || description(&registry, &name)).await {
        Ok(Ok(said)) => json_answer(200, &said),
        Ok(Err(why)) => refused(&why),
        Err(_) => refused(&Refused::busy()),
    }
}

/// The picture of its sample position, painted once: rules that fail or are slow do so once.
fn moment(registry: &Registry, name: &str) -> Result<String, Refused> {
    let game = known(registry, name)?;
    let picture = {
        let mut pictures = registry.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.entry(name.to_owned()).or_default().clone()
    };
    let paint = || {
        let painted = sample::picture(game, &registry.shared.robots);
        painted.map_err(|error| Refused::new(500, registry.shared.without_folders(&error.to_string())))
    };
    picture.get_or_init(paint).clone()
}

async fn picture(State(registry): State<Arc<Registry>>, Path(name): Path<String>) -> Response<Body> {
    match tokio::task::spawn_blocking(move || moment(&registry, &name)).await {
        Ok(Ok(picture)) => answer(200, page::kind("picture.svg"), picture),
        Ok(Err(why)) => refused(&why),
        Err(_) => refused(&Refused::busy()),
    }
}

async fn make(
    State(registry): State<Arc<Registry>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if let Err(why) = same_origin(&registry, &headers) {
        return refused(&why);
    }
    let order: Order = match serde_json::from_slice(&body) {
        Ok(order) => order,
        Err(error) => return refused(&Refused::new(400, format!("the body can't be read: {error}"))),
    };
    match registry.make(address(&registry, peer, &headers), order).await {
        Ok(made) => json_answer(201, &made),
        Err(why) => refused(&why),
    }
}

/// Makes a table from a saved match.
async fn take_up(
    State(registry): State<Arc<Registry>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    save: String,
) -> Response<Body> {
    if let Err(why) = same_origin(&registry, &headers) {
        return refused(&why);
    }
    match registry.take_up(address(&registry, peer, &headers), save).await {
        Ok(made) => json_answer(201, &made),
        Err(why) => refused(&why),
    }
}

/// The open tables.
async fn waiting(State(registry): State<Arc<Registry>>) -> Response<Body> {
    json_answer(200, &json!({ "tables": registry.shared.lobby.all() }))
}

async fn claim(
    State(registry): State<Arc<Registry>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    if let Err(why) = same_origin(&registry, &headers) {
        return refused(&why);
    }
    match registry.claim(address(&registry, peer, &headers), &table).await {
        Ok(claimed) => json_answer(200, &claimed),
        Err(why) => refused(&why),
    }
}

/// The status of a table for the holder of the token in the body.
async fn standing(State(registry): State<Arc<Registry>>, Path(table): Path<String>, token: String) -> Response<Body> {
    match registry.standing(&table, token).await {
        Ok(standing) => json_answer(200, &standing),
        Err(why) => refused(&why),
    }
}

/// The address by which other machines reach this server.
async fn reachable(State(registry): State<Arc<Registry>>) -> Response<Body> {
    json_answer(200, &reach::told(registry.public.as_deref(), registry.listens))
}

/// A link as a QR code. The link is in the body, since proxies log URLs.
async fn code(link: String) -> Response<Body> {
    match reach::code(&link) {
        Some(picture) => answer(200, page::kind("code.svg"), picture),
        None => refused(&Refused::new(400, "this is too long for a QR code")),
    }
}

/// The client's address: behind a proxy on this machine, the one that the proxy reports.
fn address(registry: &Registry, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let told = headers.get("x-forwarded-for").and_then(|told| told.to_str().ok());
    let last = told.and_then(|told| told.rsplit(',').next()?.trim().parse().ok());
    last.filter(|_| registry.is_proxy(peer)).unwrap_or(peer.ip())
}

/// Checks that a browser's request comes from a page of this server. Other clients send no origin.
///
/// Without a public address the host must be an IP address or `localhost`: any other name may have been rebound to this
/// address by its owner (DNS rebinding).
fn same_origin(registry: &Registry, headers: &HeaderMap) -> Result<(), Refused> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let origin = text(origin);
    let host = headers.get(header::HOST).map(text).unwrap_or_default();
    let expected = registry.public.clone().unwrap_or_else(|| format!("http://{host}"));
    if origin != expected {
        let why = format!("this page isn't one of this server: it is of {origin}, and expected is {expected}");
        return Err(Refused::new(403, why));
    }
    if registry.public.is_none() && !is_here(&host) {
        let why = format!(
            "this server doesn't know the name {host}: start the server with `--public-url {origin}` to serve it there"
        );
        return Err(Refused::new(403, why));
    }
    Ok(())
}

/// True if a `Host` header is an IP address or `localhost`, with any port.
fn is_here(host: &str) -> bool {
    let authority = host.parse::<Authority>();
    authority.is_ok_and(|authority| {
        let name = authority.host();
        let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        name == "localhost" || number.parse::<IpAddr>().is_ok()
    })
}

async fn talk(
    State(registry): State<Arc<Registry>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    mut request: Request,
) -> Response<Body> {
    let headers = request.headers();
    let key = headers.get(header::SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok());
    let is_upgrade = headers.get(header::UPGRADE).is_some_and(|to| to.as_bytes().eq_ignore_ascii_case(b"websocket"));
    let is_13 = headers.get(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version.as_bytes() == b"13");
    let Some(key) = key.filter(|_| is_upgrade && is_13).map(|key| derive_accept_key(key.as_bytes())) else {
        return refused(&Refused::new(426, "expected a WebSocket"));
    };
    let guest = same_origin(&registry, headers).and_then(|()| {
        if !token::is_id(&table) {
            return Err(Refused::no_table());
        }
        registry.enter(address(&registry, peer, headers))
    });
    let guest = match guest {
        Ok(guest) => guest,
        Err(why) => return refused(&why),
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(socket::attend(upgrade, registry, guest, table));
    let mut answer = answer(101, "", "");
    let headers = answer.headers_mut();
    headers.remove(header::CONTENT_TYPE);
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(key) = HeaderValue::from_str(&key) {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, key);
    }
    answer
}
