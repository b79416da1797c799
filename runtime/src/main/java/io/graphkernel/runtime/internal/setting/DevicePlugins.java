package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.internal.device.DevicePlugin;
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
 * The list of what runs kernels, the counterpart of the processor's list of targets. A new one is a line in it. The order
 * is that in which a class without a demand takes a plugin for the host, and in which devices are counted.
 */
final class DevicePlugins {
    /** Tests put one of their own into it. */
    static volatile List<DevicePlugin> all =
            List.of(new CpuPlugin(), new JvmPlugin(), new CudaPlugin(), new OpenClPlugin(), new AscendPlugin());

    private DevicePlugins() {}

    /** What runs kernels on the host. */
    static List<HostPlugin> host() {
        return only(HostPlugin.class, all);
    }

    /** The kinds of devices other than the host. */
    static List<DriverPlugin> drivers(List<DevicePlugin> plugins) {
        return only(DriverPlugin.class, plugins);
    }

    /** What a setting names for the host; null if it names a device of another kind, or none. */
    static HostPlugin host(String setting) {
        String id = setting.equals(Device.cpu().toString()) ? Device.cpu().type() : setting;
        return host().stream()
                .filter(plugin -> plugin.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Whether devices other than the host are called so. */
    static boolean isDriver(String id) {
        return drivers(all).stream().anyMatch(plugin -> plugin.id().equals(id));
    }

    /** The names that a setting may have, for a message: the first device stands for its kind. */
    static String settings() {
        Stream<String> hosts = host().stream().map(DevicePlugin::id);
        Stream<String> devices = drivers(all).stream().map(plugin -> plugin.id() + ":0");
        return String.join(", ", Stream.concat(hosts, devices).toList());
    }

    /** What devices are called, for a message. */
    static String deviceNames() {
        StringBuilder names = new StringBuilder(Device.cpu().type());
        for (DriverPlugin plugin : drivers(all)) {
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
