/** JVM target: Java methods, for hosts without a native build. */
package io.graphkernel.processor.target.jvm;
