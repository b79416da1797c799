package io.graphkernel.doctor;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.names.MessageText;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.HostInstructionSet;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import io.graphkernel.runtime.internal.setting.LastLevelCache;
import io.graphkernel.runtime.internal.setting.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Properties of the host that are read without a self-test. */
final class HostReport {

    /** A property that may be unknown. */
    @FunctionalInterface
    private interface HostProperty {
        String text() throws IOException;
    }

    private HostReport() {}

    /** Returns the properties by name in a fixed order. An unknown one is replaced by the reason. */
    static Map<String, String> facts() {
        Map<String, HostProperty> facts = new LinkedHashMap<>();
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
        Map<String, String> values = new LinkedHashMap<>();
        facts.forEach((name, fact) -> values.put(name, known(fact)));
        List<String> unknown = Settings.unknown(System.getProperties().stringPropertyNames());
        if (!unknown.isEmpty()) {
            values.put("settings", unknown.stream().map(Reason::of).collect(Collectors.joining(" | ")));
        }
        return values;
    }

    private static String known(HostProperty fact) {
        try {
            return fact.text();
        } catch (IOException | RuntimeException | LinkageError e) {
            return "unknown: " + Reason.of(e);
        }
    }

    private static String instructionSet() {
        BridgeLibrary.ensureLoaded();
        return HostInstructionSet.current("the self-test");
    }

    private static String processors() {
        int processors = Runtime.getRuntime().availableProcessors();
        return MessageText.counted(processors, "processor");
    }

    private static String property(String name) {
        return System.getProperty(name);
    }
}
