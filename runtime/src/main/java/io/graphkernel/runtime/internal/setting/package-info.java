/**
 * Where programs run: the list of the plugins that run kernels, the devices that they find, what a setting demands, and the
 * settings as a whole.
 */
package io.graphkernel.runtime.internal.setting;
