package io.graphkernel.doctor;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.InstructionSet;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import io.graphkernel.runtime.internal.setting.LastLevelCache;
import io.graphkernel.runtime.internal.setting.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is known of the host, without trying anything. */
final class HostReport {

    /** Something that may not be known. */
    @FunctionalInterface
    private interface Fact {
        String text() throws IOException;
    }

    private HostReport() {}

    /** The facts by name, in the order in which they are read. What cannot be known is replaced by the reason. */
    static Map<String, String> facts() {
        Map<String, Fact> facts = new LinkedHashMap<>();
        facts.put(
                "platform", () -> PlatformNames.current() + ", " + property("os.name") + " " + property("os.version"));
        facts.put(
                "Java",
                () -> property("java.version") + ", " + property("java.vm.name") + ", " + property("java.home"));
        facts.put("instruction set", HostReport::instructionSet);
        facts.put("threads", () -> KernelThreads.count() + " for " + processors());
        facts.put("last-level cache", () -> LastLevelCache.bytes() + " bytes");
        facts.put("native libraries", () -> NativeDirectory.current().checked().toString());
        facts.put("JavaCPP's cache", () -> JavaCpp.cacheDirectory().toString());
        Map<String, String> known = new LinkedHashMap<>();
        facts.forEach((name, fact) -> known.put(name, known(fact)));
        List<String> unknown = Settings.unknown(System.getProperties().stringPropertyNames());
        if (!unknown.isEmpty()) {
            known.put("settings", unknown.stream().map(Reason::of).collect(Collectors.joining(" | ")));
        }
        return known;
    }

    private static String known(Fact fact) {
        try {
            return fact.text();
        } catch (IOException | RuntimeException | LinkageError e) {
            return "unknown: " + Reason.of(e);
        }
    }

    private static String instructionSet() {
        BridgeLibrary.ensureLoaded();
        return InstructionSet.current("the self-test");
    }

    private static String processors() {
        int processors = Runtime.getRuntime().availableProcessors();
        return processors + (processors == 1 ? " processor" : " processors");
    }

    private static String property(String name) {
        return System.getProperty(name);
    }
}
