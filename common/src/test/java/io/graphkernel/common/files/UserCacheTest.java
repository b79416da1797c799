package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "paths are written as on other systems")
class UserCacheTest {
    private static final List<String> STATUS = List.of("Name:\tjava", "Uid:\t1000\t4294967294\t1000\t1000");

    @TempDir
    private Path home;

    @Test
    void userCache_isInTheSystemsDirectory() throws IOException {
        assertThat(directory("Linux", home.toString(), Map.of())).isEqualTo(home.resolve(".cache/graphkernel"));
        assertThat(directory("Linux", home.toString(), Map.of("XDG_CACHE_HOME", "/xdg")))
                .isEqualTo(Path.of("/xdg/graphkernel"));
        assertThat(directory("Linux", home.toString(), Map.of("XDG_CACHE_HOME", "relative")))
                .isEqualTo(home.resolve(".cache/graphkernel"));
        assertThat(directory("Mac OS X", home.toString(), Map.of()))
                .isEqualTo(home.resolve("Library/Caches/graphkernel"));
        assertThat(directory("Windows 11", home.toString(), Map.of("LOCALAPPDATA", "/local")))
                .isEqualTo(Path.of("/local/graphkernel"));
        assertThat(directory("Windows 11", home.toString(), Map.of()))
                .isEqualTo(home.resolve("AppData/Local/graphkernel"));
    }

    @Test
    @DisplayName(
            "C5: a user without a home directory has a directory by number among the temporary files, never one in the working directory")
    void userCache_withoutAHome_isTemporary() throws IOException {
        Path expected = Path.of("/temporary/graphkernel-" + Integer.toUnsignedString(CurrentUser.id()));
        for (String none :
                List.of("?", "/", "", "relative", home.resolve("nothing").toString())) {
            assertThat(directory("Linux", none, Map.of())).as(none).isEqualTo(expected);
            assertThat(cache("Linux", none, Map.of()).isTemporary()).as(none).isTrue();
            assertThat(directory("Linux", none, Map.of("XDG_CACHE_HOME", "/xdg")))
                    .as(none)
                    .isEqualTo(Path.of("/xdg/graphkernel"));
        }
        Path file = Files.createFile(home.resolve("file"));
        assertThat(directory("Linux", file.toString(), Map.of())).isEqualTo(expected);
    }

    @Test
    @DisplayName("C5: the user's number is the effective one, and that of outsiders of a namespace is theirs alone")
    void userId_isParsed() throws IOException {
        assertThat(CurrentUser.effective(STATUS)).isEqualTo(-2);
        CurrentUser.UserIds whole = CurrentUser.numbers(65534, List.of("         0          0 4294967295"), 65534);
        assertThat(whole.trusts(65534, true)).isTrue();
        assertThat(whole.trusts(1000, false)).isFalse();

        CurrentUser.UserIds alone = CurrentUser.numbers(0, List.of("0 1000 1"), 65534);
        assertThat(alone.trusts(65534, false)).isTrue();
        assertThat(alone.trusts(65534, true)).isFalse();
        assertThat(alone.trusts(0, true)).isTrue();

        List<String> many = List.of("0 1000 1", "1 100000 65536");
        assertThat(CurrentUser.numbers(7, many, 65534).trusts(65534, false)).isFalse();
        assertThat(CurrentUser.numbers(65534, many, 65534).trusts(65534, false)).isTrue();
        assertThat(CurrentUser.numbers(65534, many, 65534).trusts(65534, true)).isFalse();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "there is no /proc")
    @DisplayName("Review 8: the number of outside users is read as a whole from the real file")
    void passwdFile_isRead() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("cat", "/proc/sys/kernel/overflowuid").start();
        String whole = new String(process.getInputStream().readAllBytes()).strip();
        assumeTrue(process.waitFor() == 0, "needs cat and the file");
        assertThat(CurrentUser.overflow()).isEqualTo(Long.parseLong(whole));
    }

    @Test
    @DisplayName("B3: a group is the user's own if files of the system know it and give it no other member")
    void groups_areParsed() {
        List<String> users = List.of(
                "root:x:0:0:root:/root:/bin/sh", "ann:x:1000:1000::/home/ann:/bin/sh", "bob:x:1001:100::/home/bob:");
        List<String> groups =
                List.of("root:x:0:", "ann:x:1000:", "users:x:100:", "team:x:2000:ann", "own:x:1001:ann,bob");
        assertThat(PrivateGroups.hasOnly(1000, 1000, groups, users)).isTrue();
        assertThat(PrivateGroups.hasOnly(0, 0, groups, users)).isTrue();
        assertThat(PrivateGroups.hasOnly(100, 1000, groups, users)).isFalse();
        assertThat(PrivateGroups.hasOnly(2000, 1000, groups, users)).isFalse();
        assertThat(PrivateGroups.hasOnly(1001, 1001, groups, users)).isFalse();
        assertThat(PrivateGroups.hasOnly(3000, 1000, groups, users)).isFalse();
        assertThat(PrivateGroups.hasOnly(1000, 1000, List.of("ann:x:1000:ann"), users))
                .isTrue();
        assertThat(PrivateGroups.hasOnly(1000, 1000, List.of("ann:x:1000:bob"), users))
                .isFalse();
    }

    private static Path directory(String system, String home, Map<String, String> environment) throws IOException {
        return cache(system, home, environment).directory();
    }

    private static UserCache cache(String system, String home, Map<String, String> environment) {
        Properties properties = new Properties();
        properties.setProperty("os.name", system);
        properties.setProperty("user.home", home);
        properties.setProperty("java.io.tmpdir", "/temporary");
        return new UserCache(environment, properties);
    }
}
