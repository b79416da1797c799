package io.graphkernel.runtime.internal.setting;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Value of {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE}, and the plugin that it selects for the kernels of
 * a class.
 */
public final class DeviceSetting {
    static final String AUTO = "auto";

    private static final String PROPERTY = "graphkernel.device";
    private static final String VARIABLE = "GRAPHKERNEL_DEVICE";

    private DeviceSetting() {}

    /** Returns the requested device; empty if there is none. */
    static String text() {
        String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (text == null || text.isBlank()) {
            return "";
        }
        String setting = text.strip();
        if (DevicePlugins.host(setting) == null && !setting.equals(AUTO) && !namesDevice(setting)) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    PROPERTY + " or " + VARIABLE,
                    text,
                    "it names the device on which a program runs",
                    "set it to " + DevicePlugins.settings() + " or " + AUTO + ", or leave it out");
        }
        return setting;
    }

    /** Returns the source of {@link #text}: the property if it is set, else the environment variable. */
    static String source() {
        return System.getProperty(PROPERTY) == null ? VARIABLE : PROPERTY;
    }

    private static boolean namesDevice(String setting) {
        String kind = setting.replaceFirst(":[0-9]+$", "");
        return kind.equals(DeviceStates.host().type()) || DevicePlugins.isDriver(kind);
    }

    /**
     * Returns the plugin that runs the kernels of a class on the host: the one that the setting names, else the first
     * that supports it. A fallback is logged.
     *
     * @throws KernelLibraryException if the class was not compiled for it
     */
    public static HostPlugin hostPlugin(CompiledClass compiled) {
        HostPlugin selected = DevicePlugins.host(text());
        if (selected != null) {
            if (!selected.isIn(compiled)) {
                throw new KernelLibraryException(RuntimeProblem.TARGET_MISSING, compiled.name(), selected.id());
            }
            return selected;
        }
        List<HostPlugin> plugins = DevicePlugins.host();
        HostPlugin first = plugins.get(0);
        for (HostPlugin plugin : plugins) {
            if (plugin.runs(compiled)) {
                if (plugin != first) {
                    Logger logger = RuntimeLogger.get();
                    logger.log(
                            Level.WARNING,
                            "{0}: no native kernels for {1} in the jar; they run as {2}, more slowly",
                            compiled.name(),
                            PlatformNames.current(),
                            plugin.kernelsName());
                }
                return plugin;
            }
        }
        if (!first.isIn(compiled)) {
            throw new KernelLibraryException(
                    RuntimeProblem.DEVICE_TARGET_MISSING, compiled.name(), "the host", first.id());
        }
        return first;
    }
}
