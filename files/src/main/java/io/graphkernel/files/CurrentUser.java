package io.graphkernel.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/** The user of this process, by number: a container need not have a name for it. */
final class CurrentUser {
    /** The environment variable by which somebody says that the machine or container has no other user. */
    static final String ALONE = "GRAPHKERNEL_SINGLE_USER";

    private static final int ROOT = 0;
    private static final Path STATUS = Path.of("/proc/self/status");

    /** Two users' numbers: that of this process, and the one that stands for users outside of a user namespace. */
    private record Numbers(int effective, int outside) {}

    private static volatile Numbers numbers;

    private CurrentUser() {}

    /**
     * The effective user's number.
     *
     * @throws IOException if the system does not tell
     */
    static int id() throws IOException {
        return numbers().effective();
    }

    /**
     * Whether modes need not be looked at. The volumes of many containers may be written by everybody, who is one user then;
     * that cannot be seen from inside.
     */
    static boolean isAlone() {
        return Boolean.parseBoolean(System.getenv(ALONE));
    }

    /** Whether files of an owner are as good as this user's: root can replace every file anyway. */
    static boolean trusts(int owner) throws IOException {
        // In a namespace that does not map it, the machine's root has the number of all outsiders.
        return owner == id() || owner == ROOT || owner == numbers().outside();
    }

    private static Numbers numbers() throws IOException {
        if (numbers == null) {
            numbers = Files.isReadable(STATUS)
                    ? new Numbers(effective(Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)), outside())
                    : new Numbers(ownerOfANewFile(), -1);
        }
        return numbers;
    }

    /** The second number of the line {@code Uid:}. */
    static int effective(List<String> status) throws IOException {
        for (String line : status) {
            if (line.startsWith("Uid:")) {
                return (int) number(line, 2);
            }
        }
        throw new IOException(STATUS + " has no line Uid");
    }

    private static int outside() throws IOException {
        Path map = Path.of("/proc/self/uid_map");
        Path overflow = Path.of("/proc/sys/kernel/overflowuid");
        if (!Files.isReadable(map) || !Files.isReadable(overflow)) {
            return -1;
        }
        return outside(Files.readAllLines(map), Files.readString(overflow).strip());
    }

    /**
     * The number of all users whom a namespace does not map.
     *
     * @param map lines of first number inside, first number outside, and count
     * @return -1 if a user inside has it too, or everybody is mapped
     */
    static int outside(List<String> map, String overflow) {
        long number = Long.parseLong(overflow);
        for (String line : map) {
            long first = number(line, 0);
            if (number >= first && number < first + number(line, 2)) {
                return -1;
            }
        }
        return (int) number;
    }

    /** A word of a line; a regular expression would cost a program's start a millisecond. */
    private static long number(String line, int index) {
        StringTokenizer words = new StringTokenizer(line);
        for (int i = 0; i < index; i++) {
            words.nextToken();
        }
        return Long.parseLong(words.nextToken());
    }

    private static int ownerOfANewFile() throws IOException {
        Path probe = Files.createTempFile("graphkernel", ".probe");
        try {
            return (Integer) Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }
}
