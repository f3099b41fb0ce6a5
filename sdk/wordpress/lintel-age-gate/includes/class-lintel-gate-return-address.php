<?php
/**
 * Where a visitor goes after the age check: a path of this site, and of no other.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Return addresses. Pure.
 */
final class Lintel_Gate_Return_Address {
	/** Longer addresses would not fit into a header that every proxy passes on. */
	const LONGEST = 2000;

	/**
	 * The path and query to return to; "/" for every shape that a browser could read as another host.
	 *
	 * @param string $path Path and query as the browser asked for them.
	 */
	public static function of( string $path ): string {
		$path = (string) preg_replace( '/#.*\z/s', '', $path );
		if ( '' === $path || strlen( $path ) > self::LONGEST || '/' !== $path[0] ) {
			return '/';
		}
		// Browsers drop tabs and newlines and read a backslash as a slash, so neither may stand anywhere.
		if ( 1 !== preg_match( '/\A[\x21-\x7e]+\z/', $path ) || false !== strpos( $path, '\\' ) ) {
			return '/';
		}
		// The same again for whoever decodes the address on its way.
		$pathname = explode( '?', $path, 2 )[0];
		for ( $round = 0; $round < 4; $round++ ) {
			if ( 1 === preg_match( '#\A/[/\\\\]|[\x00-\x1f\x7f\\\\]|\A/(\.{1,2}/)+/#', $pathname ) ) {
				return '/';
			}
			$pathname = rawurldecode( $pathname );
		}
		return $path;
	}

	/**
	 * The address that starts the age check and comes back to a path.
	 *
	 * @param string $origin  This site's origin.
	 * @param string $site_id The gate's id.
	 * @param string $path    Path and query to return to.
	 */
	public static function start( string $origin, string $site_id, string $path ): string {
		return $origin . '/.well-known/lintel/' . $site_id . '/start?return=' . rawurlencode( self::of( $path ) );
	}
}
