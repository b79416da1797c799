/** What emulated libraries of vendors share: they are built with the module, and found by the tests of all modules. */
package io.graphkernel.emulation;
