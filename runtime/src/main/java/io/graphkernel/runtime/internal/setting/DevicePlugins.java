package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.device.ascend.AscendPlugin;
import io.graphkernel.runtime.internal.device.cpu.CpuPlugin;
import io.graphkernel.runtime.internal.device.cuda.CudaPlugin;
import io.graphkernel.runtime.internal.device.jvm.JvmPlugin;
import io.graphkernel.runtime.internal.device.opencl.OpenClPlugin;
import java.util.List;
import java.util.stream.Stream;

/**
 * Registry of the plugins that run kernels, the counterpart of the processor's list of targets. The order determines
 * the host plugin of a class without a setting, and the order of devices.
 */
final class DevicePlugins {
    /** Replaced by tests. */
    static volatile List<DevicePlugin> registered =
            List.of(new CpuPlugin(), new JvmPlugin(), new CudaPlugin(), new OpenClPlugin(), new AscendPlugin());

    private DevicePlugins() {}

    /** Returns the host plugins. */
    static List<HostPlugin> host() {
        return only(HostPlugin.class, registered);
    }

    /** Returns the kinds of devices other than the host. */
    static List<DriverPlugin> drivers(List<DevicePlugin> plugins) {
        return only(DriverPlugin.class, plugins);
    }

    /** Returns the host plugin that a setting names; null if it names another kind of device, or none. */
    static HostPlugin host(String setting) {
        String id = setting.equals(DeviceStates.host().toString())
                ? DeviceStates.host().type()
                : setting;
        return host().stream()
                .filter(plugin -> plugin.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Returns true if an id is that of devices other than the host. */
    static boolean isDriver(String id) {
        return drivers(registered).stream().anyMatch(plugin -> plugin.id().equals(id));
    }

    /** Returns the valid values of a setting for a message; the first device represents its kind. */
    static String settings() {
        Stream<String> hosts = host().stream().map(DevicePlugin::id);
        Stream<String> devices = drivers(registered).stream().map(plugin -> plugin.id() + ":0");
        return String.join(", ", Stream.concat(hosts, devices).toList());
    }

    /** Returns the device names for a message. */
    static String deviceNames() {
        StringBuilder names = new StringBuilder(DeviceStates.host().type());
        for (DriverPlugin plugin : drivers(registered)) {
            names.append(", ").append(plugin.id()).append(":0, ");
            if (names.indexOf(":1") < 0) {
                names.append(plugin.id()).append(":1, ");
            }
            names.append('…');
        }
        return names.toString();
    }

    private static <T extends DevicePlugin> List<T> only(Class<T> kind, List<DevicePlugin> plugins) {
        return plugins.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
