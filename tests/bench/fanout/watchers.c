/* Many WebSocket clients in one thread, as lean as can be, so that they cost less than any server that is measured.

       watchers PORT COUNT PATH [options]

   -o ORIGIN  -b BEAT (sent every -e SECONDS)  -h HELLO (sent at the first frame; several)  -c handshakes at once
   -t THERE   text that the frame must hold which says that a client is there; without it, the handshake does
   -m MARK    text that a frame must hold to be noted, besides a number after "seq"
   -s COUNT   so many clients, the first ones, read nothing any more once they are there
   -f FILE    where notes go at the end: for each frame, client and seq as uint32, nanoseconds (monotonic) as int64

   Says "there" once all clients are. On stdin: "reach N" is answered "reached" once N frames are noted in all, "mark"
   forgets what was noted and counted so far, "end" says what was counted as JSON and ends. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTING, SHAKING, OPEN, CLOSED };
enum { HEAD = 200, HELLOS = 4 };

struct client {
    int fd, state, is_there, is_stalled, heard;
    unsigned char header[14];
    int header_got, opcode, head_got;
    uint64_t left, size;
    char head[HEAD + 1];
};
struct note { uint32_t client, seq; int64_t at; };

static struct client *clients;
static struct note *notes;
static size_t noted, room, target = (size_t)-1;
static int count, there, closed, failed, in_flight, begun, most_in_flight = 64, stalled, epoll, port;
static uint64_t octets, frames, noted_octets;
static double cpu_before;
static const char *path, *origin = "", *beat = "", *hellos[HELLOS], *there_mark = "", *mark = "", *file = "";
static int hello_count;
static double every = 10;
static char incoming[1 << 18];

static int64_t now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void send_frame(struct client *one, int opcode, const char *payload, size_t length) {
    char frame[4200];
    size_t at = 0;
    if (length > 4096) return;
    frame[at++] = (char)(0x80 | opcode);
    if (length < 126) frame[at++] = (char)(0x80 | length);
    else { frame[at++] = (char)(0x80 | 126); frame[at++] = (char)(length >> 8); frame[at++] = (char)length; }
    memset(frame + at, 0, 4); /* a mask of zeros changes nothing */
    at += 4;
    memcpy(frame + at, payload, length);
    if (send(one->fd, frame, at + length, MSG_NOSIGNAL) < 0 && errno != EAGAIN) failed++;
}

static void leave(struct client *one) {
    if (one->state == CLOSED) return;
    if (one->state != OPEN) in_flight--;
    closed++;
    one->state = CLOSED;
    close(one->fd);
}

static void arrive(struct client *one) {
    if (one->is_there) return;
    one->is_there = 1;
    there++;
    if (one - clients < stalled) {
        one->is_stalled = 1;
        epoll_ctl(epoll, EPOLL_CTL_DEL, one->fd, NULL);
    }
}

static void take(struct client *one, int64_t at) {
    one->head[one->head_got] = 0;
    frames++;
    if (one->opcode == 9) { send_frame(one, 10, one->head, one->head_got); return; }
    if (one->opcode == 8) { leave(one); return; }
    if (one->head_got == 1 && one->head[0] == '2') { send_frame(one, 1, "3", 1); return; } /* Socket.IO's heartbeat */
    if (!one->heard) {
        one->heard = 1;
        for (int i = 0; i < hello_count; i++) send_frame(one, 1, hellos[i], strlen(hellos[i]));
    }
    if (*there_mark && strstr(one->head, there_mark)) arrive(one);
    char *found = strstr(one->head, "seq");
    if (!found || (*mark && !strstr(one->head, mark))) return;
    for (found += 3; *found && (*found < '0' || *found > '9'); found++) ;
    if (noted == room) {
        room = room ? 2 * room : 1 << 16;
        notes = realloc(notes, room * sizeof *notes);
    }
    notes[noted++] = (struct note){(uint32_t)(one - clients), (uint32_t)strtoul(found, NULL, 10), at};
    noted_octets += one->size;
}

static void parse(struct client *one, const unsigned char *data, ssize_t length, int64_t at) {
    while (length > 0 && one->state == OPEN) {
        if (one->header_got >= 0) {
            one->header[one->header_got++] = *data++;
            length--;
            if (one->header_got < 2) continue;
            int small = one->header[1] & 127, needed = small < 126 ? 2 : small == 126 ? 4 : 10;
            if (one->header_got < needed) continue;
            one->opcode = one->header[0] & 15;
            one->left = small < 126 ? (uint64_t)small : 0;
            for (int i = 2; i < needed; i++) one->left = one->left << 8 | one->header[i];
            one->size = one->left;
            one->header_got = -1;
            one->head_got = 0;
        }
        ssize_t part = (uint64_t)length < one->left ? length : (ssize_t)one->left;
        int kept = part < HEAD - one->head_got ? (int)part : HEAD - one->head_got;
        memcpy(one->head + one->head_got, data, kept);
        one->head_got += kept;
        data += part;
        length -= part;
        one->left -= part;
        if (!one->left) {
            one->header_got = 0;
            take(one, at);
        }
    }
}

static void receive(struct client *one) {
    ssize_t length = recv(one->fd, incoming, sizeof incoming - 1, 0);
    if (length < 0 && errno == EAGAIN) return;
    if (length <= 0) { if (one->state != OPEN) failed++; leave(one); return; }
    int64_t at = now();
    octets += length;
    const char *data = incoming;
    if (one->state == SHAKING) {
        /* Loopback brings a short answer whole. */
        incoming[length] = 0;
        char *end = strstr(incoming, "\r\n\r\n");
        if (!end || !strstr(incoming, " 101 ")) { failed++; leave(one); return; }
        one->state = OPEN;
        in_flight--;
        if (!*there_mark) arrive(one);
        data = end + 4;
        length -= data - incoming;
    }
    parse(one, (const unsigned char *)data, length, at);
}

static void begin(struct client *one) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    one->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    one->state = CONNECTING;
    in_flight++;
    if (connect(one->fd, (struct sockaddr *)&to, sizeof to) < 0 && errno != EINPROGRESS) {
        failed++;
        leave(one);
        return;
    }
    struct epoll_event event = {.events = EPOLLOUT, .data.ptr = one};
    epoll_ctl(epoll, EPOLL_CTL_ADD, one->fd, &event);
}

static void shake(struct client *one) {
    char request[1024];
    char from[256] = "";
    if (*origin) snprintf(from, sizeof from, "Origin: %s\r\n", origin);
    int length = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        path, port, from);
    if (send(one->fd, request, length, MSG_NOSIGNAL) != length) { failed++; leave(one); return; }
    one->state = SHAKING;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
    epoll_ctl(epoll, EPOLL_CTL_MOD, one->fd, &event);
}

static double cpu(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec + used.tv_nsec / 1e9;
}

static void report(void) {
    if (*file) {
        FILE *out = fopen(file, "wb");
        if (out) { fwrite(notes, sizeof *notes, noted, out); fclose(out); }
    }
    printf("{\"there\":%d,\"closed\":%d,\"failed\":%d,\"frames\":%llu,\"octets\":%llu,\"noted\":%zu,\"size\":%.1f,\"cpu\":%.6f}\n",
           there, closed, failed, (unsigned long long)frames, (unsigned long long)octets, noted,
           noted ? (double)noted_octets / noted : 0.0, cpu() - cpu_before);
    fflush(stdout);
}

/* False at the end. */
static int obey(void) {
    char line[64] = "";
    ssize_t length = read(0, line, sizeof line - 1);
    if (length <= 0 || !strncmp(line, "end", 3)) return 0;
    if (!strncmp(line, "reach ", 6)) target = strtoul(line + 6, NULL, 10);
    if (!strncmp(line, "mark", 4)) {
        noted = noted_octets = octets = frames = 0;
        cpu_before = cpu();
        printf("marked\n");
        fflush(stdout);
    }
    return 1;
}

int main(int argc, char **argv) {
    int option, said = 0;
    while ((option = getopt(argc, argv, "o:b:e:h:c:t:m:s:f:")) != -1) {
        switch (option) {
        case 'o': origin = optarg; break;
        case 'b': beat = optarg; break;
        case 'e': every = atof(optarg); break;
        case 'h': if (hello_count < HELLOS) hellos[hello_count++] = optarg; break;
        case 'c': most_in_flight = atoi(optarg); break;
        case 't': there_mark = optarg; break;
        case 'm': mark = optarg; break;
        case 's': stalled = atoi(optarg); break;
        case 'f': file = optarg; break;
        default: return 2;
        }
    }
    if (argc - optind < 3) return 2;
    port = atoi(argv[optind]);
    count = atoi(argv[optind + 1]);
    path = argv[optind + 2];
    clients = calloc(count, sizeof *clients);
    epoll = epoll_create1(0);
    struct epoll_event stdin_event = {.events = EPOLLIN, .data.ptr = NULL}, events[512];
    epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &stdin_event);
    int64_t started = now();
    int beaten = 0; /* heartbeats are spread over their interval */
    for (;;) {
        while (begun < count && in_flight < most_in_flight) begin(&clients[begun++]);
        int found = epoll_wait(epoll, events, 512, *beat ? 20 : 1000);
        for (int i = 0; i < found; i++) {
            struct client *one = events[i].data.ptr;
            if (!one) {
                if (!obey()) { report(); return 0; }
            } else if (one->state == CONNECTING) shake(one);
            else if (one->state != CLOSED) receive(one);
        }
        if (*beat) {
            int due = (int)((now() - started) / 1e9 / every * count);
            for (; beaten < due; beaten++) {
                struct client *one = &clients[beaten % count];
                if (one->state == OPEN && one->heard && !one->is_stalled) send_frame(one, 1, beat, strlen(beat));
            }
        }
        if (noted >= target) { printf("reached\n"); fflush(stdout); target = (size_t)-1; }
        if (!said && there + failed >= count) { printf("there %d %d\n", there, failed); fflush(stdout); said = 1; }
    }
}
